// Push-to-talk: this browser is microphone and loudspeaker while its button says so. The sound goes
// to the companion over a web socket, and nowhere else; the answer comes back as our own voice.
"use strict";
(() => {
  // ---- what the microphone of the home does, as it does it -------------------------------
  document.addEventListener("companion:activity", (event) => {
    const place = document.querySelector("[data-home-voice]"), it = place?.querySelector("[data-home-hears]");
    const { data } = JSON.parse(event.detail);
    if (!it || (data.kind !== "voice" && data.kind !== "hearing")) return;
    const text = JSON.parse(place.dataset.homeVoice)[`home_${data.state}`];
    if (text) it.textContent = text;
  });

  const card = document.querySelector("[data-voice]");
  if (!card) return;
  const body = document.body, lang = document.documentElement.lang;
  const token = document.querySelector("meta[name=page-token]").content;
  const words = JSON.parse(card.dataset.words);
  const [mic, label, state, partial, meter, note, sound] = [
    "[data-mic]", "[data-mic] span", "[data-voice-state]", "[data-voice-partial]", "[data-voice-meter]", "[data-voice-note]",
    "[data-voice-sound]",
  ].map((it) => card.querySelector(it));
  const TAP_MS = 350, TAIL_MS = 150, THINKING_MS = 90000, MOST_MS = 30000;
  const MUTED = "companion.muted", ROOM = "companion.room";
  const kept = (key) => { try { return localStorage.getItem(key) || ""; } catch { return ""; } };
  const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* only for now */ } };

  // ---- what is shown ---------------------------------------------------------------------
  let timer = 0;
  function show(name) {
    card.dataset.state = name;
    state.textContent = words[name];
    const open = name === "listening" || name === "hearing";
    mic.setAttribute("aria-pressed", String(open));
    label.textContent = words[open ? "end" : "begin"];
    if (!open) level(0);
    clearTimeout(timer);
    if (name === "thinking") timer = setTimeout(() => show("idle"), THINKING_MS);
  }
  let spot = note;
  function tell(text) { spot.textContent = text; spot.hidden = !text; }
  function trouble(text) { tell(text); show("idle"); }
  function level(peak) {
    // Loudness as ears have it: -48 dB is nothing, 0 dB is full.
    const share = peak > 0 ? Math.max(0, 1 + (20 * Math.log10(peak)) / 48) : 0;
    meter.value = share;
    meter.textContent = `${Math.round(100 * share)}%`;
  }

  // ---- sound that comes back -------------------------------------------------------------
  let context = null, rate = 16000, until = 0, sounding = new Set(), isWhole = true;
  function heardOut() {
    if (!isWhole || sounding.size) return;
    if (socket?.readyState === WebSocket.OPEN) socket.send('{"do":"played"}');
    if (card.dataset.state === "speaking") show("idle");
  }
  function silence() {
    isWhole = true;
    for (const it of sounding) { it.onended = null; it.stop(); }
    sounding.clear();
    until = 0;
  }
  function play(pcm) {
    const samples = new Int16Array(pcm);
    if (!samples.length || !context) return;
    const buffer = context.createBuffer(1, samples.length, rate);
    buffer.copyToChannel(Float32Array.from(samples, (it) => it / 32768), 0);
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    until = Math.max(until, context.currentTime + 0.05);
    source.start(until);
    until += buffer.duration;
    card.dataset.sounded = String(Number(card.dataset.sounded || 0) + buffer.duration);
    sounding.add(source);
    source.onended = () => { sounding.delete(source); heardOut(); };
  }

  // ---- the line to the companion ---------------------------------------------------------
  let socket = null;
  function connect() {
    if (socket && socket.readyState <= WebSocket.OPEN) return socket;
    const own = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/voice`, ["companion.voice", `page.${token}`]);
    own.binaryType = "arraybuffer";
    own.waiting = [];
    own.onopen = () => { for (const it of own.waiting.splice(0)) own.send(it); };
    own.onmessage = (event) => { if (own === socket) take(event.data); };
    own.onclose = () => {
      if (own !== socket) return;
      socket = null;
      stopCapture();
      if (card.dataset.state !== "idle" && card.dataset.state !== "speaking") trouble(words.lost);
    };
    socket = own;
    return own;
  }
  function send(it) {
    const own = connect();
    if (own.readyState === WebSocket.OPEN) own.send(it); else own.waiting.push(it);
  }

  function take(data) {
    if (data instanceof ArrayBuffer) { play(data); return; }
    const told = JSON.parse(data);
    ({
      state: () => {
        if (told.state === "idle") { stopCapture(); isWhole = true; if (!sounding.size) show("idle"); else heardOut(); return; }
        if (told.state === "speaking") isWhole = false;
        if (told.state === "reading" || told.state === "thinking") stopCapture();
        show(told.state);
      },
      partial: () => { partial.textContent = told.text; },
      heard: () => { partial.textContent = told.text; tell(""); },
      left_out: () => tell(told.why === "stop" ? words.stopped : words[told.why] || words.again),
      answer: () => { partial.textContent = ""; card.dataset.answered = told.event_id; },
      sound: () => { rate = told.rate_hz; },
      silence: () => { silence(); show("idle"); },
      trouble: () => tell([words[`trouble_${told.what}`], told.why && told.why[lang]].filter(Boolean).join(" ")),
      checked: () => checked(told),
      enrolled: () => enrolled(told),
    })[told.kind]?.();
  }

  // ---- the microphone of this device -----------------------------------------------------
  const reads = document.querySelector("[data-enrol-reads]");
  let capture = null; // {stream, nodes, mode, waiting}
  function whyNot(error) {
    if (!window.isSecureContext || !navigator.mediaDevices) return words.insecure;
    return { NotAllowedError: words.refused, NotFoundError: words.none, NotReadableError: words.taken }[error?.name] || `${words.none} ${error?.name || ""}`;
  }

  async function open(own) {
    if (!navigator.mediaDevices) throw new Error("insecure");
    context = context || new AudioContext();
    await context.resume();
    // Before the microphone opens: what is said while this loads would be lost.
    await (context.loaded = context.loaded || context.audioWorklet.addModule("/static/voice-worklet.js"));
    if (own !== capture) return false;
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
    own.stream = stream;
    if (own !== capture) { shut(own); return false; }
    const node = new AudioWorkletNode(context, "capture", { numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit" });
    const lows = [0, 1].map(() => new BiquadFilterNode(context, { type: "lowpass", frequency: 7000 }));
    own.source = context.createMediaStreamSource(stream);
    own.source.connect(lows[0]).connect(lows[1]).connect(node);
    own.node = node;
    own.began = performance.now();
    own.samples = 0;
    node.port.onmessage = ({ data }) => {
      own.samples += data.pcm.byteLength / 2;
      level(data.peak);
      own.onpiece?.(data);
      if (own.sends) send(data.pcm); else own.waiting.push(data.pcm);
      if (data.isLast) own.flushed?.();
    };
    return true;
  }

  function shut(own) {
    own.source?.disconnect();
    for (const track of own.stream?.getTracks() || []) track.stop();
  }

  function stopCapture() {
    const own = capture;
    capture = null;
    clearTimeout(decide);
    if (reads) reads.hidden = true;
    if (own) shut(own);
  }

  // The mode is known a moment after the press; what is said until then is kept and sent first.
  function begin(own, mode, aloud, name = "") {
    own.mode = mode;
    send(JSON.stringify({ do: "begin", mode, language: lang, place: kept(ROOM), aloud, name }));
    own.sends = true;
    for (const it of own.waiting.splice(0)) send(it);
  }

  async function press() {
    silence();
    spot = note;
    tell("");
    partial.textContent = "";
    const own = capture = { waiting: [], sends: false };
    try {
      if (!(await open(own))) return;
    } catch (error) {
      if (own === capture) { stopCapture(); trouble(whyNot(error)); }
      return;
    }
    show("listening");
    clearTimeout(own.most);
    own.most = setTimeout(() => { if (own === capture) end(); }, MOST_MS);
    if (!held) begin(own, "tap", !muted());
    else decide = setTimeout(() => begin(own, "hold", !muted()), Math.max(0, TAP_MS - (performance.now() - held)));
  }

  async function end() {
    const own = capture;
    if (!own || own.ending) return;
    own.ending = true;
    show("reading");
    await new Promise((done) => setTimeout(done, TAIL_MS)); // people lift the finger with the last sound
    await new Promise((done) => { own.flushed = done; own.node.port.postMessage("over"); setTimeout(done, 500); });
    if (own !== capture) return;
    send(JSON.stringify({ do: "end", took_s: Math.min(180, (performance.now() - own.began) / 1000) }));
    stopCapture();
  }

  // ---- the button ------------------------------------------------------------------------
  let held = 0, decide = 0;
  mic.addEventListener("pointerdown", (event) => {
    if (event.button || capture) return;
    held = performance.now();
    mic.setPointerCapture(event.pointerId);
    press();
  });
  for (const name of ["pointerup", "pointercancel"]) mic.addEventListener(name, () => {
    if (!held) { if (name === "pointerup" && capture?.mode === "tap") end(); return; }
    held = 0;
    const own = capture;
    if (!own || !own.node) return; // not open yet: it will be a tap
    clearTimeout(decide);
    if (own.mode === "hold") end(); else if (!own.mode) begin(own, "tap", !muted());
  });
  // Keys and screen readers press it once to begin and once to end.
  mic.addEventListener("click", (event) => {
    if (event.detail) return;
    if (!capture) press(); else end();
  });
  mic.addEventListener("contextmenu", (event) => event.preventDefault());

  // ---- the test of the microphone: five seconds that nobody keeps ------------------------
  const test = document.querySelector("[data-test]"), again = document.querySelector("[data-test-play]");
  const result = document.querySelector("[data-test-result]");
  const TEST_MS = 5000;
  let pieces = [];
  test?.addEventListener("click", async () => {
    if (capture) return;
    silence();
    spot = note;
    tell("");
    pieces = [];
    again.hidden = true;
    result.replaceChildren();
    const own = capture = { waiting: [], sends: false, onpiece: ({ pcm }) => pieces.push(pcm.slice(0)) };
    try {
      if (!(await open(own))) return;
    } catch (error) {
      if (own === capture) { stopCapture(); trouble(whyNot(error)); }
      return;
    }
    show("listening");
    begin(own, "check", false);
    setTimeout(() => { if (own === capture) end(); }, TEST_MS);
  });
  again?.addEventListener("click", () => {
    silence();
    rate = 16000;
    for (const it of pieces) play(it);
  });
  function lay(place, lines) {
    place.replaceChildren(...lines.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
  }
  function checked(told) {
    const lines = told.faults.map((it) => words[`fault_${it}`]);
    if (!lines.length) lines.push(words.fault_none);
    if (told.text) {
      const sure = told.confidence === null ? "" : ` (${Math.round(100 * told.confidence)}%)`;
      lines.push(`${words.understood} ${told.text}${sure}`, words[`ending_${told.understood}`]);
    }
    if (told.voice) lines.push(`${words[`voice_${told.voice}`]} ${told.speaker}`.trim());
    lay(result, lines);
    result.dataset.whose = told.voice;
    result.dataset.faults = told.faults.join(" ");
    again.hidden = !pieces.length;
  }

  // ---- a voice becomes known: a minute of reading, of which no sound is kept -------------
  const ENROL_MS = 110000;
  const enrol = document.querySelector("[data-enrol]"), outcome = document.querySelector("[data-enrol-result]");
  enrol?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = enrol.elements.name.value.trim();
    if (capture || !name) return;
    silence();
    spot = document.querySelector("[data-enrol-note]");
    tell("");
    outcome.replaceChildren();
    const bar = reads.querySelector("progress");
    const own = capture = { waiting: [], sends: false, onpiece: () => { bar.value = own.samples / 16000; } };
    try {
      if (!(await open(own))) return;
    } catch (error) {
      if (own === capture) { stopCapture(); trouble(whyNot(error)); }
      return;
    }
    bar.value = 0;
    reads.hidden = false;
    reads.scrollIntoView({ block: "nearest" });
    show("listening");
    begin(own, "enrol", false, name);
    setTimeout(() => { if (own === capture) end(); }, ENROL_MS);
  });
  reads?.querySelector("[data-enrol-end]").addEventListener("click", () => end());
  function enrolled(told) {
    outcome.dataset.whyNot = told.why_not;
    if (told.why_not) { tell(words[`enrol_${told.why_not}`] || words[`fault_${told.why_not}`]); return; }
    lay(outcome, [`${words.enrolled} ${told.name}`, ...(told.alike.length ? [`${words.enrolled_alike} ${told.alike.join(", ")}`] : [])]);
    enrol.reset();
    document.dispatchEvent(new CustomEvent("companion:look"));
  }

  // ---- the switch, Stop, leaving ---------------------------------------------------------
  const muted = () => kept(MUTED) === "yes";
  function showSound() {
    sound.setAttribute("aria-checked", String(!muted()));
    sound.querySelector("small").textContent = words[muted() ? "sound_off" : "sound_on"];
  }
  sound.addEventListener("click", () => {
    keep(MUTED, muted() ? "" : "yes");
    if (muted()) { silence(); heardOut(); }
    showSound();
  });
  function hangUp() {
    silence();
    stopCapture();
    const own = socket;
    socket = null;
    own?.close();
    show("idle");
  }
  document.querySelector(".stop")?.addEventListener("click", hangUp);
  addEventListener("pagehide", hangUp);
  document.addEventListener("visibilitychange", () => { if (document.hidden && capture?.node) hangUp(); });

  showSound();
  show("idle");
  mic.disabled = false;
  if (!window.isSecureContext || !navigator.mediaDevices) { mic.disabled = true; tell(words.insecure); }
})();
