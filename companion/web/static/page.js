// The page's only script. The server draws everything; this swaps parts that changed, sends
// what is pressed, and paints the camera. Text is never put together as markup here.
"use strict";
(() => {
  const body = document.body;
  const token = document.querySelector("meta[name=page-token]").content;
  const toast = document.querySelector(".toast");
  const reduced = matchMedia("(prefers-reduced-motion: reduce)");
  let toastTimer = 0;

  function tell(text, tone) {
    toast.textContent = text;
    toast.className = `toast ${tone || ""}`;
    toast.hidden = false;
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => { toast.hidden = true; }, 4000);
  }

  async function post(url, value) {
    const reply = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Companion-Page": token },
      body: JSON.stringify(value || {}),
    });
    if (reply.ok) return reply;
    const said = await reply.json().catch(() => ({}));
    const error = new Error(said.error || String(reply.status));
    error.status = reply.status;
    error.waitS = Number(reply.headers.get("Retry-After")) || 0;
    throw error;
  }

  // Why something was not done, in the reader's language: by its status, or that nobody answered.
  const reasons = JSON.parse(body.dataset.reasons || "{}");
  function reasonOf(error) {
    const why = reasons[error.status || "none"] || error.message;
    return error.status === 422 ? `${why} ${error.message}` : why;
  }

  function waitOf(seconds, form) {
    const long = seconds > 90;
    const n = long ? Math.ceil(seconds / 60) : Math.max(1, seconds);
    return (form.getAttribute(long ? "data-wait-min" : "data-wait-s") || "").replace("{n}", n);
  }

  // The room this screen stands in, chosen on it: "the light" is then that room's light.
  const ROOM = "companion.room";
  const room = () => { try { return localStorage.getItem(ROOM) || ""; } catch { return ""; } };
  function showRoom() {
    const select = document.querySelector("select[data-room]");
    if (select) select.value = [...select.options].some((o) => o.value === room()) ? room() : "";
  }
  async function say(text, corrects) {
    const more = corrects ? { corrects: Number(corrects) } : {};
    try {
      return await post("/api/say", room() ? { text, place: room(), ...more } : { text, ...more });
    } catch (error) {
      if (error.status === 422 && room()) localStorage.removeItem(ROOM); // the home has it no more
      throw error;
    }
  }
  document.addEventListener("change", (event) => {
    if (event.target.matches("select[data-room]")) localStorage.setItem(ROOM, event.target.value);
  });
  showRoom();

  // After "try again" the page is away for a moment; it is drawn anew once somebody answers.
  function returnWhenBack() {
    const asked = Date.now();
    const look = async () => {
      const reply = await fetch("/", { cache: "no-store" }).catch(() => null);
      if (reply && (reply.status !== 503 || Date.now() - asked > 8000)) location.reload();
      else setTimeout(look, 1000);
    };
    setTimeout(look, 1500);
  }

  // The recovery page: the house may come up without anybody pressing anything.
  if ("recovering" in body.dataset) {
    const look = async () => {
      const reply = await fetch("/", { cache: "no-store" }).catch(() => null);
      const other = reply && (reply.status !== 503 || reply.headers.get("X-Recovery-State") !== body.dataset.recovering);
      if (other) location.reload(); else setTimeout(look, 3000);
    };
    setTimeout(look, 3000);
  }

  // ---- pressing -------------------------------------------------------------------------
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-post]");
    if (!button || button.disabled) return;
    button.disabled = true;
    button.setAttribute("aria-busy", "true");
    const label = button.querySelector("span");
    if (button.dataset.doing && label) label.textContent = button.dataset.doing;
    try {
      await post(button.dataset.post, JSON.parse(button.dataset.body || "{}"));
      if (button.dataset.then) { location.href = button.dataset.then; return; }
      if (button.dataset.say) tell(button.dataset.say, "tone-done");
      if ("reload" in button.dataset) returnWhenBack();
      soon(120);
    } catch (error) {
      tell(`${body.dataset.failed}: ${reasonOf(error)}`, "tone-failed");
      if (error.status === 401) location.href = "/login";
    } finally {
      setTimeout(() => { button.disabled = false; button.removeAttribute("aria-busy"); soon(0); }, 600);
    }
  });

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if ("look" in form.dataset) return; // a search: the browser opens its address
    event.preventDefault();
    const data = new FormData(form);
    const values = Object.fromEntries(data);
    for (const name of (form.dataset.lists || "").split(" ").filter(Boolean)) values[name] = data.getAll(name);
    delete values.username;
    try {
      if ("sayForm" in form.dataset) {
        if (!values.text.trim()) return;
        await say(values.text, form.dataset.corrects);
        form.reset();
        if (form.dataset.corrects) form.closest("details").open = false;
        tell(body.dataset.sent, "tone-done");
        soon(120);
      } else {
        await post(form.dataset.form, values);
        location.href = form.dataset.then;
        if (location.pathname === new URL(form.dataset.then, location.href).pathname) location.reload();
      }
    } catch (error) {
      const place = form.querySelector(".error");
      const own = (form.getAttribute(`data-${error.status}`) || "").replace("{wait}", waitOf(error.waitS, form));
      const text = own || `${body.dataset.failed}: ${reasonOf(error)}`;
      if (place) place.textContent = text; else tell(text, "tone-failed");
    }
  });

  document.addEventListener("input", (event) => {
    const slider = event.target.closest("input[data-slider]");
    if (slider) slider.parentElement.querySelector("output").textContent = slider.value;
  });
  document.addEventListener("change", async (event) => {
    const slider = event.target.closest("input[data-slider]");
    if (!slider) return;
    const scaled = Number(slider.value) * Number(slider.dataset.scale);
    const value = Number(slider.dataset.scale) === 1 ? scaled : Math.round(scaled);
    const parameters = { [slider.dataset.parameter]: value };
    try {
      await post(slider.dataset.slider, { operation: slider.dataset.operation, parameters });
      soon(200);
    } catch (error) {
      tell(`${body.dataset.failed}: ${reasonOf(error)}`, "tone-failed");
    }
  });

  // ---- staying true: fetch this page again and swap the parts that differ ----------------
  let timer = 0, busy = false, again = false;
  const held = new Map(); // new log lines waiting while the reader reads further down

  function soon(ms, always) {
    if (timer || (document.hidden && !always)) return;
    timer = setTimeout(() => { timer = 0; refresh(); }, ms);
  }

  document.addEventListener("companion:look", () => soon(0));

  async function refresh() {
    if (!body.dataset.place) return;
    if (busy) { again = true; return; }
    busy = true;
    try {
      const reply = await fetch(location.href, { headers: { Accept: "text/html" } });
      if (reply.redirected && new URL(reply.url).pathname === "/login") { location.href = "/login"; return; }
      if (reply.status === 503 && (await reply.text()).includes("data-recovering")) { location.reload(); return; }
      if (!reply.ok && body.dataset.place !== "lost") return;
      swap(new DOMParser().parseFromString(await reply.text(), "text/html"));
      if (lost) listen();
    } catch { // a line may be dead without the stream knowing
      lost = true;
      lostTimer = lostTimer || setTimeout(away, 2500);
    } finally {
      busy = false;
      if (again) { again = false; soon(300); }
    }
  }

  function swap(fresh) {
    setClock(fresh.body.dataset.now);
    count(fresh);
    const which = "still" in body.dataset ? "[data-live][data-always]" : "[data-live]";
    const reading = window.scrollY + innerHeight > document.documentElement.scrollHeight - 160;
    for (const old of document.querySelectorAll(which)) {
      const next = fresh.querySelector(`[data-live="${CSS.escape(old.dataset.live)}"]`);
      if (!next) continue;
      if (old.dataset.grow) { grow(old, next); continue; }
      if (unchanged(old, next)) continue;
      if (old.contains(document.activeElement) && document.activeElement.matches("input")) continue;
      const focus = old.contains(document.activeElement) ? pathOf(document.activeElement, old) : null;
      const taken = document.importNode(next, true);
      keepOpen(old, taken);
      if (old.classList.contains("lines")) markNew(old, taken);
      old.replaceWith(taken);
      stay(old, taken);
      if (focus) { const place = follow(taken, focus); if (place) place.focus({ preventScroll: true }); }
      if ("end" in taken.dataset && reading) toEnd();
    }
    lookAgain();
  }

  // What moves is looked at again while it does.
  function lookAgain() {
    const moving = document.querySelector("[data-again]");
    if (moving) setTimeout(() => soon(0), Number(moving.dataset.again));
  }
  lookAgain();

  // A conversation is read from its end.
  function toEnd() { window.scrollTo(0, document.documentElement.scrollHeight); }
  if (document.querySelector("[data-end]")) {
    history.scrollRestoration = "manual";
    toEnd();
    addEventListener("load", toEnd);
  }

  function unchanged(old, next) {
    const folded = next.cloneNode(true), here = old.cloneNode(true);
    keepOpen(old, folded);
    for (const it of [...folded.querySelectorAll("[data-stay]"), ...here.querySelectorAll("[data-stay]")]) it.replaceChildren();
    return here.isEqualNode(folded);
  }

  // A picture that is being drawn is carried over; one that is new is drawn from now on.
  function stay(old, taken) {
    for (const it of taken.querySelectorAll("[data-stay]")) {
      const same = old.querySelector(`[data-stay="${CSS.escape(it.dataset.stay)}"]`);
      if (same) it.replaceWith(same); else watch(it);
    }
  }

  // What the reader unfolded stays unfolded, what was folded stays folded.
  function keepOpen(old, taken) {
    for (const it of old.querySelectorAll("details[data-keep]")) {
      const same = taken.querySelector(`details[data-keep="${CSS.escape(it.dataset.keep)}"]`);
      if (same) same.open = it.open;
    }
  }

  function grow(list, next) {
    const known = new Set([...list.querySelectorAll("[data-id]")].map((line) => line.dataset.id));
    const reading = window.scrollY > 160;
    for (const line of [...next.querySelectorAll("[data-id]")].reverse()) {
      const here = list.querySelector(`[data-id="${CSS.escape(line.dataset.id)}"]`);
      if (here) { if (!here.isEqualNode(line) && !here.contains(document.activeElement)) here.replaceWith(document.importNode(line, true)); continue; }
      if (known.size && Number(line.dataset.id) < Math.max(...[...known].map(Number))) continue;
      held.set(line.dataset.id, document.importNode(line, true));
    }
    const button = document.querySelector("[data-fresh]");
    if (reading && held.size) {
      button.querySelector("b").textContent = held.size;
      button.hidden = false;
      return;
    }
    release(list);
  }

  function release(list) {
    const button = document.querySelector("[data-fresh]");
    if (held.size) list.querySelector(".none")?.remove();
    const lines = [...held.values()].sort((a, b) => a.dataset.id - b.dataset.id);
    for (const line of lines) { line.classList.add("fresh-line"); list.prepend(line); }
    held.clear();
    if (button) button.hidden = true;
  }

  document.querySelector("[data-fresh]")?.addEventListener("click", () => {
    release(document.querySelector("[data-grow]"));
    window.scrollTo({ top: 0, behavior: reduced.matches ? "auto" : "smooth" });
  });

  function markNew(old, taken) {
    const known = new Set([...old.querySelectorAll("[data-id]")].map((line) => line.dataset.id));
    for (const line of taken.querySelectorAll("[data-id]")) {
      if (known.size && !known.has(line.dataset.id)) line.classList.add("fresh-line");
    }
  }

  function pathOf(node, root) {
    const path = [];
    for (let here = node; here !== root; here = here.parentElement) {
      path.unshift([...here.parentElement.children].indexOf(here));
    }
    return path;
  }
  function follow(root, path) {
    return path.reduce((here, index) => here && here.children[index], root);
  }

  // ---- counting down --------------------------------------------------------------------
  let ahead = 0; // how far the household's clock is ahead of this device's, milliseconds

  function setClock(now) {
    const at = Date.parse(now);
    if (!at) return;
    ahead = at - Date.now();
    body.dataset.now = now;
  }

  function count(root) {
    for (const it of root.querySelectorAll("[data-until]")) {
      const left = Math.max(0, Math.ceil((Date.parse(it.dataset.until) - Date.now() - ahead) / 1000));
      const parts = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
      const text = parts.slice(parts[0] ? 0 : 1).map((n, i) => (i ? String(n).padStart(2, "0") : n)).join(":");
      if (it.textContent !== text) it.textContent = text;
      if (!left && root === document) soon(300);
    }
  }

  const ownTitle = document.title;
  function callInTitle() {
    const ring = document.querySelector(".sounding");
    const wanted = ring ? `⏰ ${ring.dataset.title}` : ownTitle;
    if (document.title !== wanted) document.title = wanted;
  }

  setClock(body.dataset.now);
  count(document);
  setInterval(() => { count(document); callInTitle(); }, 250);

  // ---- live -----------------------------------------------------------------------------
  const kinds = ["event", "autonomy.message", "autonomy.activity", "state", "approval", "device", "health"];
  const note = document.querySelector("[data-offline-note]");
  let stream = null, lost = false, lostTimer = 0;

  // A browser gives a stream up for good when it was answered with an error; we do not.
  function listen() {
    if (stream) stream.close();
    lost = false;
    stream = new EventSource("/api/events/stream");
    for (const kind of kinds) stream.addEventListener(kind, (it) => soon(40, it.data.includes('"source": "schedule"')));
    stream.addEventListener("autonomy.activity", (it) => document.dispatchEvent(new CustomEvent("companion:activity", { detail: it.data })));
    stream.addEventListener("vitals", () => { if (document.querySelector(".gauges")) soon(500); });
    stream.onopen = () => { here(); soon(0); };
    stream.onerror = (event) => {
      // It tries again every second, and each try that fails comes here.
      lostTimer = lostTimer || setTimeout(away, 2500);
      if (event.target.readyState === EventSource.CLOSED && event.target === stream) setTimeout(() => { listen(); soon(0); }, 2000);
    };
  }

  function here() {
    clearTimeout(lostTimer);
    lostTimer = 0;
    body.classList.remove("offline");
    note.hidden = true;
  }

  // What is on the screen was so when the line was lost, and says so until it is back.
  function away() {
    if (!note.hidden) return;
    note.querySelector("time").textContent = body.dataset.now.slice(11, 16); // when it was last drawn
    note.hidden = false;
    body.classList.add("offline");
  }

  if (body.dataset.place) {
    listen();
    addEventListener("pagehide", () => stream.close());
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
    addEventListener("online", () => listen());
    setInterval(() => soon(0), 15000); // ages move on
    document.addEventListener("visibilitychange", () => soon(0));
  }

  // ---- pairing: a code that logs a phone in ------------------------------------------------
  for (const place of document.querySelectorAll("[data-pair]")) {
    const [button, code, left] = ["button", ".code", "[aria-live]"].map((it) => place.querySelector(it));
    let ends = 0, timer = 0;
    const tick = () => {
      const seconds = Math.ceil((ends - Date.now()) / 1000);
      left.textContent = seconds > 0 ? place.dataset.left.replace("{s}", Math.ceil(seconds / 30) * 30) : place.dataset.over;
      if (seconds > 0) return;
      clearInterval(timer);
      code.replaceChildren();
      code.hidden = true;
    };
    button.addEventListener("click", async () => {
      try {
        const given = await (await post("/api/pair", {})).json();
        code.replaceChildren(document.importNode(new DOMParser().parseFromString(given.svg, "image/svg+xml").documentElement, true));
        code.hidden = false;
        ends = Date.now() + given.seconds * 1000;
        clearInterval(timer);
        timer = setInterval(tick, 1000);
        tick();
      } catch (error) {
        left.textContent = `${body.dataset.failed}: ${reasonOf(error)}`;
      }
    });
  }
  document.querySelector("[data-pair-use]")?.addEventListener("click", async (event) => {
    const button = event.currentTarget;
    try {
      await post("/api/pair/use", { code: location.hash.slice(1) });
      location.replace("/");
    } catch (error) {
      document.querySelector(".error").textContent = error.status === 429 ? button.dataset.wait : button.dataset.wrong;
    }
  });

  // ---- camera: about one picture a second, only while it is looked at ---------------------
  const style = getComputedStyle(document.documentElement);
  function watch(figure) {
    let visible = false;
    new IntersectionObserver((seen) => { visible = seen.at(-1).isIntersecting; if (visible) paint(figure); }).observe(figure);
    const again = setInterval(() => {
      if (!figure.isConnected) clearInterval(again);
      else if (visible && !document.hidden) paint(figure);
    }, 1000);
  }
  document.querySelectorAll("[data-camera]").forEach(watch);

  // ---- masks: a television or picture is drawn around, by finger or mouse ------------------
  for (const figure of document.querySelectorAll("[data-camera]")) {
    const canvas = figure.querySelector("canvas");
    const button = figure.querySelector("[data-mask]");
    if (!button) continue; // only looked at here
    let from = null;
    const drawing = (on) => {
      button.setAttribute("aria-pressed", String(on));
      canvas.classList.toggle("drawing", on);
      figure.querySelector("[data-mask-how]").hidden = !on;
      from = null;
    };
    const at = (event) => {
      const box = canvas.getBoundingClientRect();
      const share = (value, size) => Math.min(1, Math.max(0, value / size));
      return [share(event.clientX - box.left, box.width), share(event.clientY - box.top, box.height)];
    };
    const between = ([ax, ay], [bx, by]) => ({
      x: Math.min(ax, bx), y: Math.min(ay, by), width: Math.abs(ax - bx), height: Math.abs(ay - by),
    });
    button.addEventListener("click", () => drawing(button.getAttribute("aria-pressed") !== "true"));
    figure.querySelector("[data-unmask]").addEventListener("click", () => save(figure, []));
    canvas.addEventListener("pointerdown", (event) => {
      if (!canvas.classList.contains("drawing")) return;
      from = at(event);
      figure.held = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      canvas.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!from) return;
      const pen = canvas.getContext("2d");
      pen.putImageData(figure.held, 0, 0); // else what was drawn over once stays dark
      hatch(pen, canvas, between(from, at(event)));
    });
    const lift = () => { from = figure.held = null; };
    canvas.addEventListener("pointercancel", lift);
    canvas.addEventListener("pointerup", async (event) => {
      if (!from) return;
      const mask = between(from, at(event));
      lift();
      if (mask.width < 0.02 || mask.height < 0.02) return; // a tap, not a rectangle
      drawing(false);
      await save(figure, [...(figure.masks || []), mask]);
    });
  }

  function hatch(pen, canvas, { x, y, width, height }) {
    pen.save();
    pen.fillStyle = "#10121499";
    pen.fillRect(x * canvas.width, y * canvas.height, width * canvas.width, height * canvas.height);
    pen.restore();
  }

  async function save(figure, masks) {
    const url = `/api/camera/${encodeURIComponent(figure.dataset.camera)}/masks`;
    try {
      figure.masks = (await (await post(url, { masks })).json()).masks;
    } catch (error) {
      tell(`${figure.querySelector(".masks").dataset.failed} ${reasonOf(error)}`, "warn");
    }
    paint(figure);
  }

  function close(figure, { isPrivate }) {
    const shut = figure.querySelector(".shut");
    shut.hidden = false;
    shut.querySelector("span").textContent = isPrivate ? figure.dataset.private : figure.dataset.gone;
    figure.classList.toggle("private", isPrivate);
    figure.querySelector("canvas").getContext("2d").clearRect(0, 0, 9999, 9999);
    figure.querySelector(".found").textContent = "";
  }

  async function paint(figure) {
    if (figure.dataset.busy) return;
    const isPrivate = document.querySelector('[data-post="/api/privacy"]')?.getAttribute("aria-checked") === "true";
    if (isPrivate) { close(figure, { isPrivate }); return; } // the camera is closed: nothing to ask for
    figure.dataset.busy = "yes";
    const shut = figure.querySelector(".shut");
    try {
      const reply = await fetch(`/api/camera/${encodeURIComponent(figure.dataset.camera)}.jpg`);
      if (!reply.ok) {
        close(figure, { isPrivate: reply.status === 409 });
        return;
      }
      const boxes = JSON.parse(reply.headers.get("X-Companion-Boxes") || "{}");
      const picture = await createImageBitmap(await reply.blob());
      if (figure.held) return; // the picture stands still while a rectangle is drawn on it
      draw(figure, picture, boxes);
      shut.hidden = true;
    } catch {
      shut.hidden = false;
      shut.querySelector("span").textContent = figure.dataset.gone;
    } finally {
      delete figure.dataset.busy;
    }
  }

  function draw(figure, picture, boxes) {
    const canvas = figure.querySelector("canvas");
    canvas.width = picture.width;
    canvas.height = picture.height;
    figure.style.setProperty("--shape", `${picture.width} / ${picture.height}`);
    const pen = canvas.getContext("2d");
    pen.drawImage(picture, 0, 0);
    const size = Math.max(12, Math.round(picture.width / 36));
    const scale = picture.width / (boxes.width || picture.width);
    pen.font = `600 ${size}px system-ui, sans-serif`;
    pen.lineWidth = Math.max(2, picture.width / 220);
    const words = [];
    // The detector looks now and then: older boxes are drawn dashed and say their age.
    const late = boxes.age_s >= 1.5 ? figure.dataset.late.replace("{s}", Math.round(boxes.age_s)) : "";
    pen.setLineDash(late ? [pen.lineWidth * 3, pen.lineWidth * 3] : []);
    figure.masks = boxes.masks || figure.masks || [];
    const unmask = figure.querySelector("[data-unmask]");
    if (unmask) unmask.hidden = !figure.masks.length;
    for (const mask of figure.masks) hatch(pen, canvas, mask);
    for (const found of boxes.detections || []) {
      const [x, y, w, h] = found.box.map((value) => value * scale);
      const text = `${found.name || found.label} ${Math.round(found.score * 100)}%`;
      words.push(text);
      pen.strokeStyle = pen.fillStyle = style.getPropertyValue("--box").trim() || "#2dd4bf";
      pen.strokeRect(x, y, w, h);
      const top = Math.max(0, y - size - 6);
      pen.fillRect(x, top, pen.measureText(text).width + 10, size + 6);
      pen.fillStyle = "#04211e";
      pen.fillText(text, x + 5, top + size);
    }
    figure.querySelector(".found").textContent = words.join(" · ") + (words.length && late ? ` (${late})` : "");
  }
})();
