"""Page: builds the local page, the vitals it shows, and the pulse of the loop that serves it."""

from dataclasses import dataclass

from companion.app.acting import Acting
from companion.app.body import Body
from companion.app.desk import Desk
from companion.app.door import Door
from companion.app.ground import Ground
from companion.app.inbound import InboundWay, build_inbound
from companion.app.lines import Lines
from companion.app.phones import PageVoice
from companion.app.playing import build_scenes
from companion.app.service import Service
from companion.app.skills import Skills
from companion.app.voice import Voice
from companion.service.plugins import idle_rules
from companion.service.watchdog.pulse import Pulse
from companion.store.mending import RecordMending
from companion.web.parts import WebParts, policy_entries
from companion.web.serving import PageServer
from companion.web.vitals import VitalsGauge


@dataclass(frozen=True, kw_only=True)
class Page:
    """The page of the house."""

    pulse: Pulse
    inbound: InboundWay
    server: PageServer
    vitals: VitalsGauge
    web: WebParts


def build_page(
    ground: Ground,
    body: Body,
    skills: Skills,
    lines: Lines,
    acting: Acting,
    door: Door,
    desk: Desk,
    voice: Voice,
    at_page: PageVoice,
    service: Service,
) -> Page:
    """The page asks the front desk for everything that is to be done."""
    on, storage, home = ground.foundations, ground.storage, ground.home
    settings, check = on.settings, storage.check
    pulse = Pulse(on.systemd, state_dir=on.state_dir, sound=service.supervisor.sound)
    vitals = VitalsGauge(
        on.clock,
        on.hub,
        disk_path=on.state_dir,
        llm_queue=ground.mind.llm.waiting,
        job_backlog=body.backlog.waiting,
        loop_lag=pulse.lag,
        thinking=lines.traffic.counts,
    )
    inbound = build_inbound(ground, desk)
    web = WebParts(
        record=storage.record,
        state=storage.store.state,
        house=home.house,
        desk=desk.reception,
        eraser=desk.erasing,
        stream=on.hub,
        viewfinder=body.sight,
        approvals=storage.store.approvals,
        catalogue=skills.catalogue,
        clock=on.clock,
        schedule_requests=desk.schedule_requests,
        vitals=vitals,
        state_dir=on.state_dir,
        persona=settings.avatar.name.bilingual(),
        language=on.language,
        policies=policy_entries(skills.policies, idle_rules(skills.policies)),
        places=on.places,
        cameras={camera.name: camera.place for camera in body.cameras},
        screen_masks=body.masks,
        drive=skills.base,
        grants=desk.allowed.grants,
        inbound=inbound.desk,
        note=storage.journal.noted,
        put_off=acting.put_off.waiting,
        mending=RecordMending(storage.store, check, service.supervisor.begin_again),
        plan=desk.planning.requests,
        exported=storage.exports.shown,
        told=door.told.things,
        told_requests=door.told.requests,
        feedback=door.told.unlearning.feedback,
        memory=ground.remembering.recall,
        garden=ground.own_life.garden,
        home_scene=acting.act.context.now.scene,
        phones=at_page.phones,
        voices=at_page.shelf,
        voice_book=voice.hearing.who_speaks.voices,
        scenes=build_scenes(settings.scenes, on.state_dir),
        people={who: p.name.bilingual() for who, p in settings.people.items()},
    )
    return Page(
        pulse=pulse, inbound=inbound, server=PageServer(web, settings.web), vitals=vitals, web=web
    )
