// A day of the garden in motion: asks the server for another minute of it, swaps what is told, and
// lets the figures walk to where they are then. Without this script the same page works by links.
"use strict";
(() => {
  const form = document.querySelector(".replay-at");
  if (!form) return;
  const slider = form.querySelector("input[type=range]");
  const play = form.querySelector("[data-play]");
  const words = { play: play.textContent, pause: play.dataset.play };
  const STEP = 10, PAUSE_MS = 600;
  let timer = 0, busy = false, wanted = null;

  form.querySelector("[data-plain]").hidden = true;
  play.hidden = false;
  figures().forEach((one) => place(one, one));
  document.querySelector(".replay").classList.add("replaying");

  function figures() { return document.querySelectorAll(".figure[data-who]"); }

  // As a style, which moves smoothly; an attribute would jump.
  function place(one, like) {
    const [x, y] = like.getAttribute("transform").match(/-?[\d.]+/g);
    one.style.transform = `translate(${x}px, ${y}px)`;
  }

  async function show(url) {
    wanted = url;
    if (busy) return;
    busy = true;
    try {
      while (wanted) {
        const asked = wanted;
        wanted = null;
        const reply = await fetch(asked, { headers: { Accept: "text/html" } });
        if (!reply.ok) { pause(); return; }
        swap(new DOMParser().parseFromString(await reply.text(), "text/html"));
        history.replaceState(null, "", asked);
      }
    } catch { pause(); } finally { busy = false; }
  }

  function swap(fresh) {
    for (const old of document.querySelectorAll("[data-replay]")) {
      const next = fresh.querySelector(`[data-replay="${old.dataset.replay}"]`);
      if (!next) continue;
      if (old.dataset.replay === "town") walk(old, next); else keepFocus(old, next);
    }
    const at = fresh.querySelector(".replay-at input[type=range]");
    if (document.activeElement !== slider || timer) slider.value = at.value;
    slider.setAttribute("aria-valuetext", at.getAttribute("aria-valuetext"));
  }

  // The figures stay the same elements, so that they walk; all else of the picture is drawn anew.
  function walk(old, next) {
    const was = old.querySelector("svg"), now = document.importNode(next.querySelector("svg"), true);
    was.setAttribute("class", now.getAttribute("class"));
    for (const part of [".behind", ".front"]) was.querySelector(part).replaceWith(now.querySelector(part));
    const known = new Map([...figures()].map((one) => [one.dataset.who, one]));
    for (const fresh of now.querySelectorAll(".figure[data-who]")) {
      const one = known.get(fresh.dataset.who);
      known.delete(fresh.dataset.who);
      if (!one) { was.querySelector(".figures").append(fresh); place(fresh, fresh); continue; }
      one.setAttribute("class", fresh.getAttribute("class"));
      place(one, fresh);
      one.replaceChildren(...fresh.childNodes);
    }
    known.forEach((gone) => gone.classList.add("away"));
  }

  function keepFocus(old, next) {
    const links = [...old.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    old.replaceChildren(...document.importNode(next, true).childNodes);
    if (at >= 0) old.querySelectorAll("a")[at]?.focus({ preventScroll: true });
  }

  const urlAt = (at) => `${form.action}?${new URLSearchParams({ day: form.elements.day.value, at })}`;

  function pause() { clearInterval(timer); timer = 0; play.textContent = words.play; }

  play.addEventListener("click", () => {
    if (timer) { pause(); return; }
    if (Number(slider.value) >= Number(slider.max)) slider.value = 0;
    play.textContent = words.pause;
    timer = setInterval(() => {
      if (busy) return; // a slow device takes its time
      slider.value = Number(slider.value) + STEP;
      show(urlAt(slider.value));
      if (Number(slider.value) >= Number(slider.max)) pause();
    }, PAUSE_MS);
  });
  slider.addEventListener("input", () => { pause(); show(urlAt(slider.value)); });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-step][href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pause();
    const url = new URL(link.href);
    slider.value = url.searchParams.get("at");
    show(url.href);
  });
})();
