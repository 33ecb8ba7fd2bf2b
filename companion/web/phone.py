"""Phone: shows the address of the page as a code to scan, for a phone in the home network."""

import asyncio
import io
import socket
from dataclasses import dataclass

from markupsafe import Markup

from companion.web.parts import WebSettings
from companion.web.site import Site
from companion.web.tls import certificate_files, fingerprint
from companion.web.visitor import is_loopback


@dataclass(frozen=True, slots=True, kw_only=True)
class Phone:
    """Data that a phone needs to open the page."""

    address: str
    code: Markup
    """The address as a QR code, drawn as SVG; dark on light in either colour scheme."""
    fingerprint: str
    """SHA-256 of the certificate, to compare when the phone asks; "" over plain HTTP."""


async def phone(site: Site, port: int) -> Phone | None:
    """None while the page opens on this machine only. `port`: the one it was asked for at."""
    settings = site.settings
    if settings is None or is_loopback(settings.host) or not site.keys.has_password():
        return None
    names = [name for name in settings.allowed_hosts if not is_loopback(name)]
    name = names[0] if names else f"{socket.gethostname().lower()}.local:{settings.port or port}"
    address = f"{'https' if settings.https else 'http'}://{name}/"
    return Phone(
        address=address,
        code=qr_code(address),
        fingerprint=await asyncio.to_thread(_fingerprint, settings, site) if settings.https else "",
    )


def qr_code(address: str) -> Markup:
    """The address as a QR code, drawn as SVG."""
    # Its XML parser is for a page that is opened; the service carries nothing of it.
    import segno

    drawn = io.BytesIO()
    segno.make(address, error="m").save(
        drawn,
        kind="svg",
        scale=6,
        border=4,
        dark="#23272b",
        light="#ffffff",
        xmldecl=False,
        svgclass="qr",
        lineclass=None,
        omitsize=True,
    )
    return Markup(drawn.getvalue().decode())


def _fingerprint(settings: WebSettings, site: Site) -> str:
    try:
        return fingerprint(certificate_files(settings, site.parts.state_dir)[0])
    except (OSError, ValueError):
        return ""
