"""Links across files, and what is refused about them."""

import json

import pytest

from tests.intake.catalogue.kit import ROSTER, SYSTEM, catalogue, file, gun, item
from warbench.intake.catalogue import links, read_catalogues
from warbench.intake.catalogue.resolved import Reader
from warbench.intake.sources import IntakeError


def entry(key: str, *targets: str, kind: str = "upgrade") -> str:
    told = "".join(
        f'<entryLink id="{key}-{t}-{n}" name="{t}" type="selectionEntry" targetId="{t}"/>' for n, t in enumerate(targets)
    )
    return f'<selectionEntry id="{key}" name="{key}" type="{kind}"><entryLinks>{told}</entryLinks></selectionEntry>'


def link(target: str) -> str:
    return f'<entryLink id="to-{target}" name="{target}" type="selectionEntry" targetId="{target}"/>'


def refusal(*texts: str) -> str:
    with pytest.raises(IntakeError) as caught:
        read_catalogues(file(text, f"file {number}") for number, text in enumerate(texts))
    return str(caught.value)


def test_a_link_reaches_into_another_file_whatever_the_order() -> None:
    one, two = (
        catalogue(entry("a", "b"), link("a")),
        catalogue(item("b", gun("Gun")).replace("e-b", "b"), "<entryLink/>", key="lib"),
    )
    for texts in ((SYSTEM, one, two), (two, one, SYSTEM)):
        (system,) = read_catalogues(file(text) for text in texts).systems
        assert system.notes == ("some file: a link '' leads to '', which is in none of the files",)
        reader = Reader(system)
        (root,) = [each for tree in system.catalogues if tree.id == "army" for each in reader.held(tree)]
        (below,) = reader.children(root)
        assert [info.name for info in reader.infos(below)] == ["Gun"]


def test_what_lacks_is_noted() -> None:
    more = '<catalogueLinks><catalogueLink id="cl" name="Far Away" targetId="far"/></catalogueLinks>'
    (system,) = read_catalogues([file(catalogue(entry("a", "nowhere"), link("a"), more=more), "x.cat")]).systems
    assert system.notes == (
        "the game system 'sys' itself is not among the files",
        "x.cat: uses the catalogue 'Far Away', which is not among the files",
        "x.cat: a link 'nowhere' leads to 'nowhere', which is in none of the files",
    )


def test_links_in_a_circle_are_refused_with_the_circle() -> None:
    found = refusal(SYSTEM, catalogue(entry("a", "b") + entry("b", "c") + entry("c", "a"), link("a")))
    assert found.startswith("file 1: its links lead in a circle: ")
    assert all(repr(name) in found for name in "abc")
    assert "circle" in refusal(catalogue(entry("a", "a"), link("a")))


def test_a_circle_of_information_groups_is_refused() -> None:
    groups = (
        '<sharedInfoGroups><infoGroup id="g" name="g"><infoLinks>'
        '<infoLink id="l" name="g" type="infoGroup" targetId="g"/></infoLinks></infoGroup></sharedInfoGroups>'
    )
    assert "circle" in refusal(catalogue(more=groups))


def test_catalogues_may_import_each_other() -> None:
    def imports(target: str) -> str:
        return f'<catalogueLinks><catalogueLink id="c" name="x" targetId="{target}" importRootEntries="true"/></catalogueLinks>'

    one, two = catalogue(key="one", more=imports("two")), catalogue("", "<entryLink/>", key="two", more=imports("one"))
    (system,) = read_catalogues([file(one), file(two)]).systems
    assert [tree.id for tree in system.imports(system.catalogues[0])] == ["one", "two"]


def test_entries_that_double_at_every_level_are_refused() -> None:
    levels = "".join(entry(f"n{level}", *[f"n{level + 1}"] * 10) for level in range(12))
    assert "entries or" in refusal(catalogue(levels + entry("n12"), link("n0")))


def test_a_thousand_levels_of_links_are_refused() -> None:
    levels = "".join(entry(f"n{level}", f"n{level + 1}") for level in range(1_000))
    assert "levels below it" in refusal(catalogue(levels + entry("n1000"), link("n0")))


def test_all_units_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MOST_TOTAL", 10)
    units = "".join(entry(f"u{number}", "leaf", "leaf") for number in range(6))
    found = refusal(catalogue(units + entry("leaf"), "".join(link(f"u{number}") for number in range(6))))
    assert "at most 10 are read" in found


def test_of_two_revisions_the_later_is_kept() -> None:
    old, new = catalogue(name="Old"), catalogue(name="New").replace('revision="7"', 'revision="8"')
    for texts in ((old, new), (new, old)):
        (system,) = read_catalogues(file(text, f"file {number}") for number, text in enumerate(texts)).systems
        assert [tree.name for tree in system.catalogues] == ["New"]
        assert any("the same catalogue as" in note for note in system.notes)


def test_a_roster_among_catalogues_is_refused() -> None:
    assert "is a roster" in refusal(SYSTEM, json.dumps(ROSTER))
