"""Files that no honest program writes, made in memory: what every reader has to refuse, and soon."""

import gzip
import io
import struct
import zipfile

_BIG = b"9" * 5000
_LAUGHS = b"".join(b'<!ENTITY a%d "%s">' % (n, b"&a%d;" % (n - 1) * 10) for n in range(1, 9))


def packed(files: dict[str, bytes]) -> bytes:
    """A zip file of files by name, whatever the names are."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def overlapping(times: int, data: bytes) -> bytes:
    """A zip file whose entries are all the same bytes."""
    whole = packed({"a.ros": data})
    end = whole.rindex(b"PK\5\6")
    (start,) = struct.unpack("<I", whole[end + 16 : end + 20])
    entry = whole[start:end]
    return whole[:start] + entry * times + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, times, times, len(entry) * times, start, 0)


def encrypted() -> bytes:
    """A zip file that says that its entry is encrypted."""
    data = bytearray(packed({"a.ros": b"<roster/>"}))
    data[6] |= 1
    data[data.rindex(b"PK\1\2") + 8] |= 1
    return bytes(data)


def lying() -> bytes:
    """A zip file that says its entry were two gigabytes long."""
    data = bytearray(packed({"a.cat": b"<catalogue/>"}))
    place = data.rindex(b"PK\1\2") + 24
    data[place : place + 4] = b"\xff\xff\xff\x7f"
    return bytes(data)


FILES: dict[str, bytes] = {
    "nothing": b"",
    "blank": b" \r\n\t \n",
    "nul bytes": bytes(500),
    "program": b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 4,
    "escapes": b"\x1b[31mred\x1b]0;title\x07\n\x9b31m\n" * 3,
    "right to left": "\u202egnp.exe\u2066 100\n".encode() * 5,
    "utf-16": '<roster name="x">'.encode("utf-16"),
    "utf-16 without mark": '{"roster": {"name": "x"'.encode("utf-16-le"),
    "utf-32": "{}".encode("utf-32"),
    "latin-1": "K\u00e2hl \u00e9\n".encode("latin-1") * 5,
    "mixed encodings": "K\u00e2hl\n".encode() + "K\u00e2hl\n".encode("latin-1") + "K\u00e2hl\n".encode("utf-16-le"),
    "halves of letters": b"\xed\xa0\x80" * 20,
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"roster": ' + b'{"a": ' * 10_000 + b"1" + b"}" * 10_001,
    "deep elements": b"<roster>" + b"<a>" * 10_000 + b"</a>" * 10_000 + b"</roster>",
    "deep tables": b"a = " + b"[" * 10_000 + b"]" * 10_000,
    "dotted key": b"a" + b".a" * 20_000 + b" = 1\n",
    "dotted keys": b"".join(b"[[a%s]]\n" % (b".a" * 50) for _ in range(3000)),
    "long number in JSON": b'{"roster": {"costs": [{"value": ' + _BIG + b"}]}}",
    "long number in TOML": b"a = " + _BIG + b"\n",
    "endless number": b'{"roster": {"costs": [{"value": 1e999}]}}',
    "no number": b'{"roster": {"costs": [{"value": NaN}]}}',
    "laughs": b'<!DOCTYPE r [<!ENTITY a0 "ha">' + _LAUGHS + b']><roster name="&a8;"/>',
    "long entity": b'<!DOCTYPE r [<!ENTITY a "' + b"a" * 50_000 + b'">]><roster>' + b"&a;" * 10_000 + b"</roster>",
    "other file": b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><roster name="x">&x;</roster>',
    "empty zip": b"PK\5\6" + bytes(18),
    "truncated zip": packed({"a.ros": b"<roster/>" * 100})[:60],
    "zip that climbs": packed({"../../a.ros": b"<roster/>"}),
    "zip from the root": packed({"/etc/a.ros": b"<roster/>"}),
    "zip of a drive": packed({"C:\\a.ros": b"<roster/>"}),
    "zip of many": packed({f"{number}.ros": b"" for number in range(2100)}),
    "zip in zip": packed({"a.zip": packed({"a.ros": b"<roster/>"})}),
    "zip bomb": packed({"a.ros": b"<roster>" + bytes(20 << 20)}),
    "zip of one many times": overlapping(200, b"<roster>" + b" " * 1_000_000 + b"</roster"),
    "zip that lies": lying(),
    "encrypted zip": encrypted(),
    "zip with escapes": packed({"\x1b[31m/a.cat": b"<catalogue/>"}),
    "gzip": gzip.compress(b"<roster/>"),
    "one long line": b"word " * 100_000,
    "many lines": b"x\n" * 60_000,
    "many tables": b"[[a]]\n" * 3_000,
    "brackets": b"(" * 20_000 + b"[" * 20_000 + b"|" * 20_000,
    "open quotes": b'{"roster": "' + b'\\"' * 50_000,
    "nested markup": b"<!doctype html>" + b"<div>" * 2_000,
}
"""By what is wrong with them. None is what any command asks for."""
