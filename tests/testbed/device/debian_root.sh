#!/usr/bin/env bash
# Make a Debian 12 root folder with systemd: debian_root.sh amd64|arm64 FOLDER. Needs root.
# arm64 on another machine runs under qemu-user through binfmt_misc, ten to twenty times slower.
set -euo pipefail
arch=${1:?amd64 or arm64} root=${2:?an empty folder}
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq systemd-container debootstrap qemu-user-static procps >/dev/null
packages=systemd,systemd-sysv,dbus,python3,procps,ca-certificates
if [ "$arch" = arm64 ] && [ "$(uname -m)" != aarch64 ]; then
  mountpoint -q /proc/sys/fs/binfmt_misc || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
  [ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] || printf '%s' ':qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:/usr/bin/qemu-aarch64-static:F' > /proc/sys/fs/binfmt_misc/register
  debootstrap --arch=arm64 --foreign --variant=minbase --include=$packages bookworm "$root"
  [ -L "$root/proc" ] && { rm "$root/proc"; mkdir "$root/proc"; }
  DEBOOTSTRAP_DIR=/debootstrap chroot "$root" /debootstrap/debootstrap --second-stage
else
  debootstrap --arch="$arch" --variant=minbase --include=$packages bookworm "$root"
fi
# Package sources, certificates and clients' settings of this machine: apt and pip work as outside.
rm -f "$root/etc/apt/sources.list"
cp -r /etc/apt/sources.list* /etc/apt/apt.conf.d "$root/etc/apt/" 2>/dev/null || true
for f in /etc/pip.conf /root/.config/pip/pip.conf /root/.config/uv/uv.toml /etc/ssl/certs/ca-certificates.crt "${SSL_CERT_FILE:-}" "${PIP_CERT:-}"; do
  [ -n "$f" ] && [ -f "$f" ] && mkdir -p "$root$(dirname "$f")" && cp -L "$f" "$root$f"
done
echo "root ready: $root ($arch)"
