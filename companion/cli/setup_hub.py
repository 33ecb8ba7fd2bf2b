"""`companion setup homeassistant` asks for address, token and visible devices, and checks each
step."""

import asyncio
import os
from collections import Counter
from collections.abc import MutableMapping
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.asking import EXIT_CONFIG, leave
from companion.cli.config_edit import edit_config, section, write_whole
from companion.cli.leaving import DEFAULT_CONFIG, ConfigPath, fail
from companion.home.kinds import kind_for
from companion.links.configured import PACKAGE_FOLDER, TOKEN_FILE
from companion.links.home_assistant.hub import Exposure, HubAddress
from companion.service.settings import ConfigWrong, HomeAssistantLink, Settings, load_settings
from companion.words.device import Domain
from companion.words.language import Bilingual, Language

DEFAULT_URL = "http://homeassistant.local:8123"

_ADDRESS = Bilingual("Home Assistant のアドレス", "Address of Home Assistant")
_TOKEN = Bilingual("長期アクセストークン(表示されません)", "Long-lived access token (not shown)")
_HOW = Bilingual(
    "Home Assistant の左下の自分の名前 → セキュリティ → 長期アクセストークン → トークンを作成。"
    "管理者の利用者で作ってください。",
    "In Home Assistant: your name at the bottom left, Security, Long-lived access tokens, "
    "Create token. The user must be an administrator.",
)
_NONE_SHOWN = Bilingual(
    "公開されている機器がありません。「設定 → 音声アシスタント → 公開」で選んでから、もう一度"
    "実行してください。公開と関係なく全部見せるには --all を付けます。",
    "No device is exposed. Choose them under Settings, Voice assistants, Expose, and run this "
    "again; or give --all to show everything whatever is exposed.",
)
_NO_ADMINISTRATOR = Bilingual(
    "このトークンの利用者は管理者ではないので、公開の設定を読めません。管理者で作り直すか、--all を"
    "付けてください。",
    "This token's user is no administrator, so what is exposed cannot be read. Make one as an "
    "administrator, or give --all.",
)
_LEAVE = Bilingual(
    "お人形の家を出て、自分の家に住みますか(模擬カメラは設定から外れます)",
    "Leave the doll's house and live in your own home (simulated cameras leave the configuration)",
)
_AWAY = Bilingual(
    "届きません: {}\nHome Assistant は動いていますか。ブラウザーで開くときと同じアドレス"
    "(http:// とポート番号 8123 まで)ですか。名前で届かなければ IP アドレスにしてください。",
    "cannot reach it: {}\nDoes Home Assistant run, and is this the address the browser opens it "
    "with (http:// and the port, mostly 8123)? Where the name is not found, give its IP address.",
)
_REFUSED = Bilingual(
    "トークンを受け付けません。全体を写しましたか(180文字ほどです)。取り消したものなら作り直して"
    "ください。",
    "it refuses the token. Was all of it copied (some 180 characters)? If it was revoked, make a "
    "new one.",
)
_NO_TOKEN = Bilingual("トークンがありません", "there is no token")
_INSTALLING = Bilingual(
    "homeassistant-api (GPL-3.0) を専用の環境に入れています",
    "Installing homeassistant-api (GPL-3.0) into an environment of its own",
)
_WRITE = Bilingual("この設定を書き込みますか", "Write this into the configuration")


def homeassistant(
    config: ConfigPath = DEFAULT_CONFIG,
    url: Annotated[str, typer.Option(help="as in the browser; asked for when left out")] = "",
    token_file: Annotated[
        Path | None, typer.Option(help="file with the token; asked for when left out")
    ] = None,
    show_all: Annotated[bool, typer.Option("--all", help="not only what is exposed")] = False,
    engine: Annotated[
        str, typer.Option(help="websocket (ours) or homeassistant_api (the package; ADR 0021)")
    ] = "websocket",
    own_home: Annotated[
        bool | None, typer.Option("--own-home/--doll-house", help="leave the doll's house or stay")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="write without asking")] = False,
) -> None:
    """Connect Home Assistant: its address, a token, what the companion may see."""
    settings = _settings(config)
    walk = _Walk(settings.language, url or _ask_url(settings), show_all, engine)
    token = _token(walk, token_file)
    if not token:
        fail(walk.say(_NO_TOKEN) + (f": {token_file}" if token_file else ""))
    seen = walk.look(token)
    walk.show(seen)
    if own_home is None and settings.home.kind == "dollhouse" and not yes:
        own_home = typer.confirm(walk.say(_LEAVE), default=True)
    if not yes and not typer.confirm(walk.say(_WRITE), default=True):
        raise typer.Exit(1)
    if engine != "websocket":
        walk.install(settings)
    _write(config, settings, walk, token, _places(seen), bool(own_home))


class _Walk:
    """One walk through set-up, in the owner's language."""

    def __init__(self, language: Language, url: str, show_all: bool, engine: str) -> None:
        self.language, self.show_all, self.engine = language, show_all, engine
        url = url if "://" in url else f"http://{url}"
        try:
            link = HomeAssistantLink(url=url.rstrip("/"), engine=engine)
        except ValueError:
            if engine not in ("websocket", "homeassistant_api"):
                fail(self.say(Bilingual(f"エンジンがありません: {engine}", f"no engine: {engine}")))
            fail(self.say(Bilingual(f"アドレスになっていません: {url}", f"no address: {url}")))
        self.address = HubAddress(url=link.url)

    def say(self, words: Bilingual) -> str:
        """In the owner's language."""
        return words.ja if self.language is Language.JA else words.en

    def look(self, token: str) -> Any:
        """Look at the hub with this token; leaves with the reason when it shows nothing."""
        from companion.links.home_assistant.hub import HubAway, HubSaidNo, TokenRefused
        from companion.links.home_assistant.look import look_at

        try:
            return asyncio.run(look_at(self.address, token, Exposure(all_entities=self.show_all)))
        except TokenRefused:
            fail(self.say(_REFUSED))
        except (HubAway, HubSaidNo) as error:
            fail(self.say(_AWAY).format(error))

    def install(self, settings: Settings) -> None:
        """The package into an environment of its own; leaves with the reason."""
        from companion.links.home_assistant.install import install_package

        typer.echo(self.say(_INSTALLING))
        try:
            install_package(settings.state_dir / PACKAGE_FOLDER)
        except RuntimeError as error:
            fail(self.say(Bilingual(f"入れられません: {error}", f"cannot install it: {error}")))

    def show(self, seen: Any) -> None:
        """Rooms and devices as the companion will see them."""
        registry = seen.registry
        if not registry.exposure_known and not self.show_all:
            fail(self.say(_NO_ADMINISTRATOR))
        if not registry.entities:
            fail(self.say(_NONE_SHOWN))
        rooms: dict[str, Counter[str]] = {}
        for one in registry.entities.values():
            room = one.area.name if one.area else self.say(Bilingual("(部屋なし)", "(no room)"))
            kind = self.say(kind_for(Domain(one.id.partition(".")[0])).called)
            rooms.setdefault(room, Counter())[kind] += 1
        count = len(registry.entities)
        typer.echo(
            f"Home Assistant {seen.version}: "
            + self.say(Bilingual(f"機器{count}台が見えます", f"{count} devices can be seen"))
        )
        for room, kinds in rooms.items():
            told = ", ".join(f"{kind} {n}" for kind, n in kinds.items())
            typer.echo(f"  {room}: {told}")


def _settings(config: Path) -> Settings:
    try:
        return load_settings(config)
    except ConfigWrong as error:
        leave(config, error, EXIT_CONFIG)


def _ask_url(settings: Settings) -> str:
    japanese = settings.language is Language.JA
    default = settings.links.home_assistant.url or DEFAULT_URL
    return str(typer.prompt(_ADDRESS.ja if japanese else _ADDRESS.en, default=default))


def _token(walk: _Walk, token_file: Path | None) -> str:
    if token_file is not None:
        try:
            return token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            fail(f"{token_file}: {error}")
    typer.echo(walk.say(_HOW))
    return str(typer.prompt(walk.say(_TOKEN), hide_input=True)).strip()


def _places(seen: Any) -> list[dict[str, Any]]:
    from companion.links.home_assistant.look import places_of

    return places_of(seen.registry.areas)


def _write(
    config: Path,
    settings: Settings,
    walk: _Walk,
    token: str,
    places: list[dict[str, Any]],
    own_home: bool,
) -> None:
    """The token into a file of its own, the rest into the configuration."""
    hub = settings.links.home_assistant
    where = hub.token_file or settings.state_dir / TOKEN_FILE
    os.makedirs(where.parent, exist_ok=True)
    write_whole(where, token + "\n", 0o600)
    owner = where.parent.stat()
    if os.geteuid() == 0:  # set up by root for the service's user
        os.chown(where, owner.st_uid, owner.st_gid)

    def edit(document: MutableMapping[str, Any]) -> None:
        own = section(document, "links", "home_assistant")
        own["url"] = walk.address.url
        if walk.engine != hub.engine:
            own["engine"] = walk.engine
        if walk.show_all:
            own["all_entities"] = True
        home = section(document, "home")
        if not home.get("places"):
            home["places"] = places
        if own_home:
            home["kind"] = "mqtt"
            _without_simulated_cameras(document)

    kept = edit_config(config, edit)
    typer.echo(
        walk.say(
            Bilingual(
                f"{config} に書きました(前のものは {kept.name})。トークンは {where} にあります。"
                "動作中なら `companion` を起動し直してください。",
                f"Written into {config} (the old one is {kept.name}); the token is in {where}. "
                "If the companion runs, restart it.",
            )
        )
    )


def _without_simulated_cameras(document: MutableMapping[str, Any]) -> None:
    cameras = document.get("cameras") or {}
    for name in [n for n, c in cameras.items() if c.get("driver") == "simulated"]:
        del cameras[name]
