// Takes the microphone's samples to 16 kHz and 16 bit, a tenth of a second at a time. The sound
// before it went through a low-pass filter, so that nothing folds back.
"use strict";
const RATE_HZ = 16000, PIECE = 1600;

class Capture extends AudioWorkletProcessor {
  constructor() {
    super();
    this.step = sampleRate / RATE_HZ;
    this.at = 0; // of the next sample, from the first one of this block
    this.last = 0; // sample of the block before
    this.piece = new Int16Array(PIECE);
    this.filled = 0;
    this.peak = 0;
    this.port.onmessage = () => { this.send(true); this.isOver = true; };
  }

  process([input]) {
    if (this.isOver) return false;
    const sound = input[0];
    if (!sound) return true;
    for (; this.at < sound.length; this.at += this.step) {
      const before = Math.ceil(this.at) - 1, share = this.at - before;
      const from = before < 0 ? this.last : sound[before];
      this.take(from + ((sound[before + 1] ?? from) - from) * share);
    }
    this.at -= sound.length;
    this.last = sound[sound.length - 1];
    return true;
  }

  take(value) {
    const bounded = Math.max(-1, Math.min(1, value));
    this.peak = Math.max(this.peak, Math.abs(bounded));
    this.piece[this.filled++] = Math.round(bounded * 32767);
    if (this.filled === PIECE) this.send(false);
  }

  send(isLast) {
    const pcm = this.piece.slice(0, this.filled).buffer;
    this.port.postMessage({ pcm, peak: this.peak, isLast }, [pcm]);
    this.filled = 0;
    this.peak = 0;
  }
}

registerProcessor("capture", Capture);
