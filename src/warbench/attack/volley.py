"""A settled volley: groups of identical attacks, where they land, and in which order they are thrown and resolved.

Everything in it is hashable and final: a game's plan makes one, the three readers read it.
"""

import msgspec

from warbench.attack.target import Order, Target
from warbench.chance import Dist
from warbench.rules.requests import Amount, Sequence


class Strike(msgspec.Struct, frozen=True, cache_hash=True):
    """What one attack of a pool does to the model it is allocated to, by the model's profile.

    ``order`` says which track of the target it tries first. Each sequence puts the damage that the model suffers into pool 0.
    What it does along other orders (a mark, or else damage) it puts into the next pools, one for each of ``others``. What it
    causes beside (a further hit) it puts into the pools after those: ``feeds`` names the pools of the group that these go to,
    which are resolved later.
    """

    by_profile: tuple[tuple[int, Sequence], ...]
    order: Order = (0,)
    others: tuple[Order, ...] = ()
    feeds: tuple[int, ...] = ()

    def on(self, profile: int) -> Sequence:
        """The sequence against a model of that profile."""
        return next(sequence for known, sequence in self.by_profile if known == profile)

    @property
    def pools(self) -> int:
        """How many pools its sequences put into."""
        return 1 + len(self.others) + len(self.feeds)

    def parted(self, counts: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What a sequence put into its pools: what is done to the target by order, the first order first; what is caused."""
        return counts[: 1 + len(self.others)], counts[1 + len(self.others) :]

    def done(self, target: Target, state: int, by_order: tuple[int, ...]) -> int:
        """The state of the target after so much was done along each order."""
        for points, order in zip(by_order, (self.order, *self.others), strict=True):
            if points:
                state = target.hurt(state, points, order)
        return state


PROFILE = "profile"
"""What the D6 is rolled for that says which groups of a volley attack."""


class Group(msgspec.Struct, frozen=True, cache_hash=True):
    """``count`` identical weapons: how many attacks each makes, one attack's sequence, and a strike for each of its pools.

    With ``faces`` it attacks only when the D6 that is rolled before all attacks of the volley shows one of them.
    """

    name: str
    attacks: Amount
    sequence: Sequence
    strikes: tuple[Strike, ...]
    count: int = 1
    faces: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a pool that is fed by itself or by a later one: pools are resolved after what feeds them."""
        if any(fed <= pool for pool, strike in enumerate(self.strikes) for fed in strike.feeds):
            raise ValueError(f"group {self.name!r}: a strike feeds its own pool or an earlier one, expected later ones")

    @property
    def fed(self) -> frozenset[int]:
        """The pools that its own strikes put into."""
        return frozenset(pool for strike in self.strikes for pool in strike.feeds)

    def number(self, *, exact: bool = False) -> Dist:
        """The distribution of the attacks of all its weapons together."""
        return self.attacks.law(exact=exact).times(self.count)


class Throw(msgspec.Struct, frozen=True):
    """Make the attacks of a group, up to what they put into their pools."""

    group: int


class Resolve(msgspec.Struct, frozen=True):
    """Allocate what waits in a pool of a group, one after the other."""

    group: int
    pool: int


Step = Throw | Resolve


class Volley(msgspec.Struct, frozen=True, cache_hash=True):
    """Groups, the order in which they are thrown and resolved, and the target. Each pool is resolved once, after its throw."""

    groups: tuple[Group, ...]
    schedule: tuple[Step, ...]
    target: Target
