"""Needs 必要な権利: the devices that a driver must be allowed to open, and the packages it
needs."""

from dataclasses import dataclass

from companion.words.language import Bilingual


@dataclass(frozen=True, slots=True)
class Needs:
    """必要な権利: what one driver needs, with the settings it has.

    Each driver module declares it in `needs(settings)`, beside its class. The installer writes it
    into the unit, `companion doctor` compares it with what the unit allows.
    """

    devices: tuple[str, ...] = ()
    """Classes of device nodes, as systemd's `DeviceAllow` names them: `char-gpiochip`."""
    groups: tuple[str, ...] = ()
    """Groups that own those nodes on the boards we know; of those that are not there none is
    asked for."""
    kernel_modules: tuple[str, ...] = ()
    """Loaded before the service: systemd allows a class only once the kernel knows it."""
    python: tuple[str, ...] = ()
    """Python modules that not every installation has."""
    extras: tuple[str, ...] = ()
    """Extras of `pyproject.toml` that bring those modules: any one does, the board's own first."""
    programs: tuple[tuple[str, ...], ...] = ()
    """Programs; of each inner tuple any one will do."""
    apt: tuple[str, ...] = ()
    """Debian packages those programs come with."""
    sockets: tuple[str, ...] = ()
    """Sockets and folders under /tmp, which the service sees only where they are bound."""
    by_hand: Bilingual | None = None
    """Step that no installer can take: only the owner, in their own session."""
