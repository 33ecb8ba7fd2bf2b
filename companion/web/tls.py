"""TLS: serves the page over HTTPS, with the owner's certificate or one that the companion makes.

Our own is self-signed: a browser asks once whether to trust it, and `companion doctor` prints its
fingerprint to compare.
"""

import contextlib
import hashlib
import ipaddress
import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.service.private_file import write_private
from companion.web.parts import WebSettings

VALID = timedelta(days=825)
"""The longest that Apple's devices take."""
RENEW_BEFORE = timedelta(days=30)


def tls_context(settings: WebSettings, state_dir: Path) -> ssl.SSLContext:
    """A server's context; blocks. Raises `OSError` where the certificate cannot be used or made."""
    certificate, key = certificate_files(settings, state_dir)
    if settings.certificate_file is None:
        _make_own(certificate, key, _names_of(settings))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(certificate, key)
    except OSError as error:
        raise OSError(f"{certificate}, {key}: {error}") from error
    return context


def certificate_files(settings: WebSettings, state_dir: Path) -> tuple[Path, Path]:
    """Certificate and key: the owner's, else our own in the state folder."""
    if settings.certificate_file is not None and settings.key_file is not None:
        return settings.certificate_file, settings.key_file
    return state_dir / "web" / "certificate.pem", state_dir / "web" / "certificate.key"


def fingerprint(certificate: Path) -> str:
    """SHA-256 of a certificate, as browsers show it. Raises `OSError`, `ValueError`."""
    text = certificate.read_text(encoding="ascii")
    end = "-----END CERTIFICATE-----"
    der = ssl.PEM_cert_to_DER_cert(text.partition(end)[0] + end + "\n")
    return hashlib.sha256(der).digest().hex(":").upper()


def _names_of(settings: WebSettings) -> tuple[str, ...]:
    """Names under which the page is opened."""
    name = socket.gethostname().lower()
    own = (host.partition(":")[0].lower() for host in settings.allowed_hosts)
    return tuple(dict.fromkeys(("localhost", name, f"{name}.local", *own)))


def _addresses() -> Iterator[str]:
    import psutil

    yield from ("127.0.0.1", "::1")
    for addresses in psutil.net_if_addrs().values():
        for one in addresses:
            with contextlib.suppress(ValueError):
                address = ipaddress.ip_address(one.address.partition("%")[0])
                if not address.is_link_local and not address.is_loopback:
                    yield str(address)


def _make_own(certificate: Path, key: Path, names: tuple[str, ...]) -> None:
    """Make it where there is none, it ends soon, or a name was added to the configuration. A new
    address alone is no reason: every browser would have to be told anew."""
    # Only here: a home without HTTPS need not hold the library.
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    now = datetime.now(UTC)
    if certificate.exists() and key.exists() and _is_good(certificate, names, now):
        return
    private = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Home companion")])
    hosts = [
        x509.DNSName(n) if not _is_address(n) else x509.IPAddress(ipaddress.ip_address(n))
        for n in dict.fromkeys((*names, *_addresses()))
    ]
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(private.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + VALID)
        .add_extension(x509.SubjectAlternativeName(hosts), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(private, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    form, secret = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    write_private(key, private.private_bytes(pem, form, secret).decode("ascii"))
    write_private(certificate, made.public_bytes(pem).decode("ascii"))


def _is_good(certificate: Path, names: tuple[str, ...], now: datetime) -> bool:
    from cryptography import x509

    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        hosts = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False
    told = {*hosts.get_values_for_type(x509.DNSName)}
    told |= {str(address) for address in hosts.get_values_for_type(x509.IPAddress)}
    return found.not_valid_after_utc > now + RENEW_BEFORE and told >= set(names)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
