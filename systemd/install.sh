#!/usr/bin/env bash
# Install the companion as a service: Raspberry Pi OS 12/13, Debian 12, Ubuntu 22.04 (JetPack 6).
# Run again to upgrade: code and unit are replaced, configuration and state are kept.
set -euo pipefail

usage() {
  cat <<'TEXT'
systemd/install.sh [options]
  --root DIR    stage everything under DIR: no packages, no user, no systemctl
  --venv DIR    use this virtual environment instead of making one (and fetch no model)
  --board NAME  pi | jetson | generic; found out where not given
  --extra NAME  also the packages of this extra (pi, jetson, base); those of the board and of the
                configured drivers are installed unasked
  --no-start    enable it, but do not start it now
  --uninstall   remove service and code; configuration and state stay
  --purge       with --uninstall: remove configuration, state and user as well
TEXT
}

root="" venv="" board="" start=yes goal=install purge=no extras=""
while [ $# -gt 0 ]; do
  case "$1" in
    --root) root="${2:?--root needs a folder}"; shift 2 ;;
    --venv) venv="${2:?--venv needs a folder}"; shift 2 ;;
    --board) board="${2:?--board needs a name}"; shift 2 ;;
    --extra) extras="$extras ${2:?--extra needs a name}"; shift 2 ;;
    --no-start) start=no; shift ;;
    --uninstall) goal=uninstall; shift ;;
    --purge) purge=yes; shift ;;
    -h | --help) usage; exit 0 ;;
    *) echo "[install] unknown: $1" >&2; usage >&2; exit 64 ;;
  esac
done
[ "$purge" = no ] || [ "$goal" = uninstall ] || { echo "[install] --purge goes with --uninstall" >&2; exit 64; }

source_dir="$(cd "$(dirname "$0")/.." && pwd)"
code="$root/opt/companion"
command="$root/usr/local/bin/companion"
etc="$root/etc/companion"
state="$root/var/lib/companion"
units="$root/etc/systemd/system"
before="$code/.before"
parts=(companion capabilities policies hardware config scripts systemd docs pyproject.toml requirements.lock requirements-pi.lock requirements-jetson.lock requirements-base.lock README.md README.ja.md LICENSE NOTICE install.sh Makefile)

say() { echo "[install] $*"; }
staged() { [ -n "$root" ]; }

need_root() {
  staged && return
  [ "$(id -u)" = 0 ] || { echo "[install] please run as root: sudo $0" >&2; exit 77; }
  command -v systemctl >/dev/null || { echo "[install] there is no systemd here; use --root DIR to stage" >&2; exit 69; }
}

make_user() {
  staged && return
  getent group companion >/dev/null || groupadd --system companion
  getent passwd companion >/dev/null || useradd --system --gid companion --no-create-home \
    --home-dir /var/lib/companion --shell /usr/sbin/nologin companion
}

owned() { # owned USER:GROUP PATH...: only where there is such a user
  staged && return
  chown "$@"
}

copy_code() {
  say "code -> $code"
  rm -rf "${before:?}"
  mkdir -p "$before"
  trap put_back EXIT
  local part
  for part in "${parts[@]}"; do
    [ -e "$source_dir/$part" ] || continue
    [ "$source_dir" -ef "$code" ] && break
    [ ! -e "$code/$part" ] || mv "$code/$part" "$before/"
    cp -R "$source_dir/$part" "$code/$part"
  done
  find "$code" -path "$code/.venv" -prune -o -name __pycache__ -type d -prune -exec rm -rf {} +
  owned -R root:root "$code"
  chmod -R go+rX,go-w "$code" 2>/dev/null || true
  # Where it was tried out before, the owner's own secrets may stand in the source's configuration.
  tighten "$code/config/config.yaml"
  mkdir -p "$(dirname "$command")"
  install -m 0755 "$source_dir/systemd/companion.sh" "$command"
}

put_back() { # where it ends before the packages are there: new code would not start with the old ones
  trap - EXIT
  [ -n "$(ls -A "$before")" ] || { rm -rf "${before:?}"; return 0; } # the first time
  local part
  for part in "${parts[@]}"; do
    [ -e "$before/$part" ] || continue
    rm -rf "${code:?}/$part"
    mv "$before/$part" "$code/$part"
  done
  rm -rf "${before:?}"
  say "stopped: the code is as it was before; see to what is told above, then run this again" >&2
}

keep_new() {
  trap - EXIT
  rm -rf "${before:?}"
}

readable() { # FILE: by the service's own user
  staged || runuser -u companion -- test -r "$1"
}

tighten() { # FILE: nobody else reads it, nobody else writes it; no right is ever added
  chmod go-w,o-rwx "$1"
  readable "$1" || chgrp companion "$1"
  # Its owner alone could read it (chmod 600): then the service's user is its owner.
  readable "$1" || chown companion "$1"
  readable "$1" || say "the user companion cannot read $1: look at the folders above it"
}

make_venv() {
  if [ -n "$venv" ]; then
    say "using the environment $venv"
    [ -x "$venv/bin/python" ] || { echo "[install] no Python in $venv" >&2; exit 66; }
    [ -e "$code/.venv" ] && [ ! -L "$code/.venv" ] && { echo "[install] $code/.venv is there already" >&2; exit 73; }
    ln -sfn "$(cd "$venv" && pwd)" "$code/.venv"
  elif staged; then
    say "no environment staged; give one with --venv"
  else
    local config="$etc/config.yaml"
    # The first time there is none of the owner's yet.
    [ -e "$config" ] || config="$code/config/config.yaml"
    (cd "$code" && BOARD="$board" EXTRAS="$extras" COMPANION_CONFIG="$config" scripts/setup.sh run)
    # The service may not write here: without bytecode every start would compile all anew. Both for
    # the service, which runs without docstrings, and for the commands, which print theirs.
    "$code/.venv/bin/python" -m compileall -q -o 0 -o 2 "$code/.venv/lib" "$code/companion" "$code/capabilities" \
      "$code/policies" "$code/hardware" >/dev/null || true
    chmod -R go+rX "$code/.venv" "$code"
  fi
}

write_config() {
  local folder sheet fresh
  for folder in "$etc" "$etc/personas" "$etc/scenes"; do [ -d "$folder" ] || install -d -m 0755 "$folder"; done
  [ -d "$etc/secrets" ] || install -d -m 0700 "$etc/secrets"
  for file in world-config.json maps.json characters.json; do
    [ -e "$etc/$file" ] || install -m 0644 "$source_dir/config/$file" "$etc/"
  done
  for folder in personas scenes; do
    for sheet in "$source_dir/config/$folder"/*; do
      [ -e "$etc/$folder/$(basename "$sheet")" ] || install -m 0644 "$sheet" "$etc/$folder/"
    done
  done
  fresh="$(mktemp)"
  sed -e 's#^state_dir: [^ ]*#state_dir: /var/lib/companion#' "$source_dir/config/config.yaml" > "$fresh"
  if [ ! -e "$etc/config.yaml" ]; then
    say "configuration -> $etc/config.yaml"
    install -m 0640 "$fresh" "$etc/config.yaml"
  elif ! cmp -s "$fresh" "$etc/config.yaml"; then
    say "your $etc/config.yaml is kept; today's default is beside it as config.yaml.new"
    install -m 0640 "$fresh" "$etc/config.yaml.new"
  fi
  rm -f "$fresh"
  # A credential must exist for the unit to start; empty where the broker asks for none.
  [ -e "$etc/secrets/mqtt-password" ] || (umask 077; : > "$etc/secrets/mqtt-password")
  local file
  for file in "$etc"/config.yaml*; do tighten "$file"; done
  chmod go-rwx "$etc/secrets" "$etc"/secrets/*
}

write_state() {
  [ -d "$state" ] || install -d -m 0700 "$state"
  chmod go-rwx "$state"
  owned -R companion:companion "$state"
}

write_unit() {
  say "unit -> $units/companion.service ($board)"
  mkdir -p "$units/companion.service.d"
  install -m 0644 "$source_dir/systemd/companion.service" "$units/companion.service"
  # What an earlier version wrote by board; now the configured drivers say what they need.
  rm -f "$units/companion.service.d/10-board.conf" "$units/companion.service.d/20-groups.conf"
}

follow_config() { # secrets out of the configuration, and a unit that opens what the drivers need
  [ -x "$code/.venv/bin/python" ] || { say "no environment: the unit does not follow the configuration yet"; return; }
  local ended=0
  (cd "$code" && "./.venv/bin/python" -B -m companion doctor --root "${root:-/}" --fix) || ended=$?
  # 1: something else is missing, as told above; all else means that nothing was written.
  [ "$ended" -le 1 ] || say "the unit does not follow the configuration: mend what is told above, then: companion doctor --fix"
}

begin() {
  staged && { say "staged under $root"; return; }
  systemctl daemon-reload
  systemctl enable companion.service
  [ "$start" = yes ] || { say "start it with: systemctl start companion"; return; }
  systemctl restart companion.service
  say "running; the page: http://127.0.0.1:8440 (set a password there to open it to the home)"
}

do_install() {
  need_root
  board="${board:-$("$source_dir/scripts/board.sh")}"
  case "$board" in pi | jetson | generic) ;; *) echo "[install] unknown board: $board" >&2; exit 64 ;; esac
  local extra
  for extra in $extras; do
    [ -e "$source_dir/requirements-$extra.lock" ] || { echo "[install] unknown extra: $extra" >&2; exit 64; }
  done
  staged || [ -n "$venv" ] || BOARD="$board" "$source_dir/scripts/system-packages.sh" run
  make_user
  copy_code
  make_venv
  keep_new
  write_config
  write_state
  write_unit
  follow_config
  begin
}

do_uninstall() {
  need_root
  staged || systemctl disable --now companion.service 2>/dev/null || true
  rm -rf "$units/companion.service" "$units/companion.service.d" "$command"
  [ "$source_dir" -ef "$code" ] && cd /
  rm -rf "${code:?}"
  staged || systemctl daemon-reload
  if [ "$purge" = yes ]; then
    rm -rf "${etc:?}" "${state:?}"
    staged || userdel companion 2>/dev/null || true
    say "removed, with configuration and state"
  else
    say "removed; $etc and $state are kept (--purge removes them too)"
  fi
}

case "$goal" in
  install) do_install ;;
  uninstall) do_uninstall ;;
esac
