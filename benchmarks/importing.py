"""Imports as a person makes them: whole sources into a new library, a roster, a list; and a lookup in the full library."""

import csv
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from cases import Result
from defusedxml import ElementTree
from measure import timed, watched

from warbench.games.w40k10 import library
from warbench.intake.store import UserLibrary

SHARED = Path(os.environ.get("WARBENCH_SHARED") or Path(__file__).resolve().parent.parent.parent / "shared") / "data"
_SOURCES = ("wahapedia-2025-11", "bsdata/wh40k-10e", "bsdata/hh3")
_ROSTERS = ("bbe_Tau_1000.rosz", "ps_hh3_all_comers.rosz", "listgrok_nr_nr1_wtc.txt")
_NAMES = ("devilfish", "captain-in-terminator-armour", "ghostkeel-battlesuit", "boyz", "canoptek-doomstalker")


def imports(*, quick: bool) -> Iterator[Result]:
    """Each source with its bar, then rosters with all of them there. Ratios: to one file of it read by the standard library."""
    if not SHARED.is_dir():
        yield Result(case="import", program="Warbench", note=f"skipped: no shared folder at {SHARED}")
        return
    with TemporaryDirectory() as folder:
        os.environ["WARBENCH_DATA"] = folder
        runs = 1 if quick else 3
        for name in _SOURCES:
            yield from _command(f"import {name}", ["data", "add", str(SHARED / name)], runs, _plain(SHARED / name))
        for name in _ROSTERS:
            words = ["import", str(SHARED / "rosters" / name), "--save", f"{folder}/army.json"]
            yield from _command(f"import {name}", words, runs, None)
        yield _lookups(Path(folder) / "library.sqlite")


def _command(case: str, words: list[str], runs: int, plain: float | None) -> Iterator[Result]:
    seen = watched([str(Path(sys.executable).with_name("warbench")), *words], runs)
    if seen.code:
        yield Result(case=case, program="Warbench", note=f"the command ended with code {seen.code}", wrong=True)
        return
    note = f"{seen.wall:.1f} s wall time, {seen.peak:.0f} MiB at the peak"
    yield Result(case=case, program="Warbench", seconds=seen.cpu, runs=runs, ratio=1.0 if plain else None, note=note)
    if plain:
        yield Result(case=case, program="csv, ElementTree", seconds=plain, ratio=plain / seen.cpu, note="read the files, no more")


def _plain(folder: Path) -> float:
    """How long the standard library's parsers take for the tables or documents of a folder (processor seconds)."""

    def read() -> None:
        for file in sorted(folder.iterdir()):
            if file.suffix == ".csv":
                with file.open(encoding="utf-8-sig", newline="") as lines:
                    list(csv.reader(lines, delimiter="|"))
            elif file.suffix in {".cat", ".gst"}:
                ElementTree.parse(file)

    return timed(read, 1)


def _lookups(path: Path) -> Result:
    """A datasheet by its name with everything imported, each from a library that was just opened."""
    taken = []
    for name in _NAMES * 4:
        own = UserLibrary(path, "w40k10")
        library.register_source(own)
        begin = perf_counter()
        library.datasheet(name)
        taken.append(perf_counter() - begin)
        own.close()
    note = f"median of {len(taken)} lookups, the slowest {max(taken) * 1000:.1f} ms"
    return Result(case="lookup", program="Warbench", value=median(taken) * 1000, unit="ms wall time", runs=len(taken), note=note)
