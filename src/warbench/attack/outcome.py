"""What the exact reader finds: the law of the target's state after a volley, and what follows from it."""

from functools import cached_property

import msgspec

from warbench.attack.cases import cases, share_of
from warbench.attack.stages import damage_law, stage_means
from warbench.attack.target import readout
from warbench.attack.volley import Group, Volley
from warbench.chance import Dist
from warbench.chance.number import Number


class Outcome(msgspec.Struct, frozen=True, dict=True):
    """The result: ``states[s]`` is the probability that the target ends in state ``s``.

    ``dropped`` bounds the probability of branches that were left out because there were too many to follow; 0 when all were
    followed.
    """

    volley: Volley
    states: tuple[Number, ...]
    dropped: float
    exact: bool

    @cached_property
    def slain(self) -> Dist:
        """How many models are destroyed."""
        return self._read(0)

    @cached_property
    def wounds_lost(self) -> Dist:
        """How many wounds the target's models lose."""
        return self._read(1)

    @property
    def destroyed(self) -> Number:
        """The probability that no model is left."""
        target = self.volley.target
        return self.slain.prob(target.models) if target.marks else self.states[-1]

    @cached_property
    def marked(self) -> tuple[Number, ...]:
        """For each mark of the target, the probability that it is set."""
        target = self.volley.target
        held = [(p, target.marked(state)) for state, p in enumerate(self.states) if p]
        return tuple(sum((p for p, marks in held if marks[index]), 0) for index in range(target.marks))

    def _read(self, which: int) -> Dist:
        values = readout(self.volley.target)[which]
        law: dict[int, Number] = {}
        for value, p in zip(values, self.states, strict=True):
            if p:
                law[value] = law.get(value, 0) + p
        return Dist.of(law)

    @cached_property
    def means(self) -> tuple[dict[str, Number], ...]:
        """For each group, the mean of each stage of its attacks before allocation; see ``stage_means``."""
        return tuple(self._means_of(group) for group in self.volley.groups)

    def _means_of(self, group: Group) -> dict[str, Number]:
        means = stage_means(group, self.volley.target, exact=self.exact)
        if not group.faces:
            return means
        share = share_of(group, exact=self.exact)
        return {stage: mean * share for stage, mean in means.items()}

    @cached_property
    def damage(self) -> Dist | None:
        """The damage that gets through before surplus is lost; None where models answer differently."""
        laws = [damage_law(group, self.volley.target, exact=self.exact) for group in self.volley.groups]
        mixed: list[tuple[Number, Dist]] = []
        for share, volley in cases(self.volley, exact=self.exact):
            total = Dist.constant(0, exact=self.exact)
            for index in dict.fromkeys(step.group for step in volley.schedule):
                law = laws[index]
                if law is None:
                    return None
                total = total + law
            mixed.append((share, total))
        return mixed[0][1] if len(mixed) == 1 else Dist.mix(mixed)
