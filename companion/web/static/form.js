// The form of the schedule: what cannot be said in the style sheet. The server reads the form,
// writes the sentence and names the field that is wrong; nothing of that is decided here.
"use strict";
(() => {
  const form = document.querySelector(".entry-form");
  if (!form) return;
  const token = document.querySelector("meta[name=page-token]").content;
  const failed = document.body.dataset.failed;
  const means = form.querySelector("[data-means]");

  function values() {
    const data = new FormData(form);
    const all = Object.fromEntries(data);
    for (const name of form.dataset.lists.split(" ")) all[name] = data.getAll(name);
    return all;
  }

  async function ask(url) {
    const reply = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Companion-Page": token },
      body: JSON.stringify(values()),
    });
    return { ok: reply.ok, said: await reply.json().catch(() => ({})) };
  }

  // ---- what is wrong stands by its field ---------------------------------------------------
  function clearWrong() {
    for (const place of form.querySelectorAll("[data-wrong]")) place.textContent = "";
    for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  }

  function tellWrong(name, text) {
    clearWrong();
    const place = form.querySelector(`[data-wrong="${CSS.escape(name || "")}"]`) || form.querySelector('[data-wrong=""]');
    place.textContent = text;
    const fields = [...form.elements].filter((it) => it.name === name);
    const field = fields.find((it) => it.checked) || fields.find((it) => it.type !== "radio" && !it.value) || fields[0];
    if (!field) { place.scrollIntoView({ block: "center" }); return; }
    field.setAttribute("aria-invalid", "true");
    const folded = field.closest("details");
    if (folded) folded.open = true;
    field.focus();
    field.scrollIntoView({ block: "center" });
  }

  // ---- the sentence the form means, as it is filled in -------------------------------------
  let waiting = 0, asked = 0;
  function soon() {
    clearTimeout(waiting);
    waiting = setTimeout(sketch, 180);
  }

  async function sketch() {
    const number = ++asked;
    try {
      const { ok, said } = await ask(form.dataset.sketch);
      if (number !== asked) return;
      means.hidden = !ok || !said.sentence;
      if (means.hidden) return;
      means.querySelector("[data-sentence]").textContent = said.sentence;
      means.querySelector("[data-next-at]").textContent = said.next;
      means.querySelector("[data-next]").hidden = !said.next;
      const list = means.querySelector("[data-would]");
      list.replaceChildren(...said.steps.filter((step) => !step.possible).map((step) => {
        const line = document.createElement("li");
        line.textContent = `${step.text}: ${list.dataset.no} (${step.why})`;
        return line;
      }));
    } catch { means.hidden = true; }
  }

  // ---- fields that depend on another -------------------------------------------------------
  function chosenKind() {
    return (form.querySelector("[name=kind]:checked") || form.querySelector("[name=kind]")).value;
  }

  function fitWhen() {
    const allowed = [...form.querySelectorAll(`.of-${chosenKind()} [name=when]`)];
    if (!allowed.some((it) => it.checked) && allowed.length) allowed[0].checked = true;
  }

  function fitAmount(row, fresh) {
    const option = row.querySelector("select").selectedOptions[0];
    const slider = row.querySelector("[name=amount]");
    const { low, high, step, unit } = option ? option.dataset : {};
    if (low === undefined) return;
    const value = slider.value;
    Object.assign(slider, { min: low, max: high, step });
    slider.value = fresh ? (Number(low) + Number(high)) / 2 : value;
    row.querySelector("output").textContent = `${slider.value} ${unit}`;
  }

  function fitStates() {
    const option = form.elements.condition.selectedOptions[0];
    const states = JSON.parse((option && option.dataset.states) || "[]");
    const before = form.elements.state.value;
    form.elements.state.replaceChildren(...states.map(([value, text]) => new Option(text, value, false, value === before)));
    const numbers = option && option.value && !states.length;
    for (const it of form.elements.comparison.options) {
      const counts = it.value === "above" || it.value === "below";
      it.hidden = it.disabled = Boolean(option && option.value) && counts !== Boolean(numbers);
    }
    const now = form.elements.comparison.selectedOptions[0];
    if (now && now.disabled) form.elements.comparison.value = numbers ? "above" : "is";
  }

  form.addEventListener("change", (event) => {
    const it = event.target;
    if (it.name === "kind") fitWhen();
    if (it.name === "does") fitAmount(it.closest(".deed"), true);
    if (it.name === "condition") fitStates();
  });
  form.addEventListener("input", (event) => {
    if (event.target.name === "amount") fitAmount(event.target.closest(".deed"), false);
    clearWrong();
    soon();
  });
  form.querySelector("[data-more-deeds]").addEventListener("click", () => {
    const rows = form.querySelectorAll(".deed");
    if (rows.length >= 16) return;
    const row = rows[rows.length - 1].cloneNode(true);
    row.querySelector("select").selectedIndex = 0;
    form.querySelector("[data-deeds]").append(row);
    row.querySelector("select").focus();
  });

  // Before page.js, which would send it as any other form.
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    event.stopPropagation();
    const button = form.querySelector("[type=submit]");
    button.disabled = true;
    try {
      const { ok, said } = await ask(form.dataset.form);
      if (ok) { location.assign(form.dataset.then); return; }
      tellWrong(said.field, said.field ? said.error : `${failed}: ${said.error}`);
    } catch {
      tellWrong("", document.body.dataset.offline);
    } finally {
      button.disabled = false;
    }
  });

  fitWhen();
  for (const row of form.querySelectorAll(".deed")) fitAmount(row, false);
  fitStates();
  if (location.hash === "#form" && form.querySelector("[name=kind][type=hidden]")) form.elements.label.focus({ preventScroll: true });
  sketch();
})();
