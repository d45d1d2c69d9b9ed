"""The key of this installation: made on the first start, the same for every table that is hosted here.

It is a P-256 key with a self-signed certificate. A client saves its fingerprint, and stops if a different key answers
later (net/storage/known_hosts.py).
"""

import asyncio
import asyncio.sslproto
import contextlib
import datetime
import hashlib
import os
import ssl
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..problems import StoreProblem
from ..storage import paths
from ..storage.files import read_bounded, write_whole

_NAME: Final = "host-key.pem"
_LARGEST: Final = 16 * 1024
_YEARS: Final = 100
_READ_AT_ONCE: Final = 4 * 1024

# asyncio keeps a read buffer of 256 KiB for every TLS connection, of which most frames of ours need little; with a
# thousand spectators that is a quarter of a gigabyte.
asyncio.sslproto.SSLProtocol.max_size = _READ_AT_ONCE


@dataclass(frozen=True, slots=True)
class Identity:
    """A key and its certificate. pem: both, as text. fingerprint: SHA-256 of the certificate, as hex."""

    pem: bytes
    fingerprint: str

    def server_context(self) -> ssl.SSLContext:
        """The TLS settings of a listener: TLS 1.3 with this key. Raises StoreProblem if no temporary file can be made
        to load it from.
        """
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.num_tickets = 0  # sessions are resumed by our tokens, never by TLS tickets
        with _as_file(self.pem) as place:
            context.load_cert_chain(place)
        return context


def client_context() -> ssl.SSLContext:
    """The TLS settings of a client: TLS 1.3 with any host, whose key is then compared before anything is sent."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def own_identity() -> tuple[Identity, str]:
    """The key of this installation, and a sentence if it could not be saved and so changes with every start."""
    try:
        place = paths.data_dir() / _NAME
        if place.exists():
            return read_identity(read_bounded(place, _LARGEST)), ""
        made = make_identity()
        write_whole(place, made.pem)
        return read_identity(read_bounded(place, _LARGEST)), ""  # if two processes start at once, one key is kept
    except (StoreProblem, OSError, ValueError) as fault:
        return (
            make_identity(),
            f"This machine's key cannot be saved. So at your next table, players will be warned of a new key. {fault}",
        )


def read_identity(pem: bytes) -> Identity:
    """A key and certificate as `make_identity` writes them. Raises ValueError."""
    text = pem.decode("ascii")
    first, _, rest = text.partition("-----BEGIN CERTIFICATE-----")
    if "PRIVATE KEY" not in first or "-----END CERTIFICATE-----" not in rest:
        raise ValueError("The host's key file contains no key.")
    certificate = "-----BEGIN CERTIFICATE-----" + rest
    return Identity(pem, fingerprint_of(ssl.PEM_cert_to_DER_cert(certificate.strip())))


def make_identity() -> Identity:
    """A new key with its certificate."""
    from cryptography import x509  # takes a tenth of a second, and is needed once for each installation
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "khanhoo")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=2))
        .not_valid_after(now + datetime.timedelta(days=365 * _YEARS))
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return read_identity(private + certificate.public_bytes(serialization.Encoding.PEM))


def fingerprint_of(certificate: bytes) -> str:
    """The fingerprint of a certificate, given in DER."""
    return hashlib.sha256(certificate).hexdigest()


def peer_key(transport: asyncio.BaseTransport) -> str:
    """Fingerprint of the key at the other end; "" where there is none (a Unix socket, memory)."""
    tls = transport.get_extra_info("ssl_object")
    certificate = tls.getpeercert(binary_form=True) if tls is not None else None
    return fingerprint_of(certificate) if certificate else ""


@contextlib.contextmanager
def _as_file(pem: bytes) -> Iterator[str]:
    """A private temporary file from which the TLS library reads a key, because it accepts only files."""
    try:
        with tempfile.TemporaryDirectory(prefix="kh-key-") as folder:
            place = Path(folder) / "key"
            descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(pem)
            yield str(place)
    except OSError as fault:
        raise StoreProblem(f"The host's key cannot be loaded: {fault.strerror or fault}.") from fault
