// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of a movie: play, pause, step, speed and the slider. All pictures and curves follow it.
import { shortText } from "../data/numbers";
import { button, el, freshId } from "../ui/dom";
import { select } from "../ui/controls";

const kSpeeds = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10];
/** Elements that have a use for the space bar, or for all keys. */
const kOwnSpace = "button, a, select, summary, input, textarea, [contenteditable]";

export class Player {
  readonly element: HTMLElement;
  private readonly slider: HTMLInputElement;
  private readonly text: HTMLElement;
  private readonly playing: HTMLButtonElement;
  private readonly speeds = select("Speed", (value) => {
    this.setSpeed(Number(value));
  });
  private place = 0; ///< in the timeline
  private time = 0;
  private speed = 1;
  private clock = 0; ///< when the last picture was shown; 0 while paused

  /** `times`: of all frames, in order. `onTime`: the time has changed, `onRest`: it does not change further. */
  constructor(
    private readonly times: number[],
    private readonly onTime: (time: number) => void,
    private readonly onRest: (time: number) => void,
  ) {
    const last = Math.max(0, times.length - 1);
    this.slider = el("input", { type: "range", id: freshId("time"), min: 0, max: last, step: 1, value: 0 });
    this.slider.addEventListener("input", () => {
      this.pause();
      this.goTo(Number(this.slider.value));
    });
    this.slider.addEventListener("change", () => {
      this.onRest(this.time);
    });
    this.text = el("output", { for: this.slider.id, class: "movie-time" });
    this.playing = button("Play", () => {
      this.toggle();
    });
    this.playing.classList.add("primary");
    const step = (label: string, text: string, by: number) =>
      button(
        text,
        () => {
          this.step(by);
        },
        { "aria-label": label, title: label },
      );
    this.element = el(
      "div",
      { class: "slider movie-player", role: "group", "aria-label": "Playing" },
      this.playing,
      step("One frame back", "\u2039", -1),
      step("One frame on", "\u203a", 1),
      el("label", { for: this.slider.id, class: "visually-hidden" }, "Time"),
      this.slider,
      this.text,
      this.speeds.element,
    );
    this.setSpeed(1);
    document.addEventListener("keydown", (event) => {
      this.key(event);
    });
  }

  get now(): number {
    return this.time;
  }

  get isPlaying(): boolean {
    return this.clock !== 0;
  }

  /** The last frame that is not later than the time. */
  seek(time: number): void {
    const after = this.times.findIndex((t) => t > time + 1e-9 * Math.max(1, Math.abs(time)));
    this.goTo(after < 0 ? this.times.length - 1 : Math.max(0, after - 1));
  }

  step(by: number): void {
    this.pause();
    this.goTo(this.place + by);
    this.onRest(this.time);
  }

  toggle(): void {
    if (this.clock !== 0) {
      this.pause();
      this.onRest(this.time);
      return;
    }
    if (this.place === this.times.length - 1) this.goTo(0);
    this.clock = performance.now();
    this.playing.textContent = "Pause";
    window.requestAnimationFrame((now) => {
      this.tick(now);
    });
  }

  private pause(): void {
    this.clock = 0;
    this.playing.textContent = "Play";
  }

  private goTo(place: number): void {
    this.place = Math.min(this.times.length - 1, Math.max(0, place));
    this.time = this.times[this.place] ?? 0;
    this.tell();
  }

  private tell(): void {
    this.slider.value = String(this.place);
    const text = `${this.time.toFixed(3)} s of ${shortText(this.times.at(-1) ?? 0)} s`;
    this.text.textContent = text;
    this.slider.setAttribute("aria-valuetext", text);
    this.onTime(this.time);
  }

  private tick(now: number): void {
    if (this.clock === 0) return;
    this.time += (Math.max(0, now - this.clock) / 1000) * this.speed;
    this.clock = Math.max(now, this.clock);
    let next = this.place;
    while (next + 1 < this.times.length && (this.times[next + 1] ?? Infinity) <= this.time) ++next;
    if (next !== this.place) {
      this.place = next;
      this.tell();
    }
    if (next === this.times.length - 1) {
      this.time = this.times[next] ?? 0;
      this.pause();
      this.onRest(this.time);
      return;
    }
    window.requestAnimationFrame((later) => {
      this.tick(later);
    });
  }

  private setSpeed(speed: number): void {
    this.speed = kSpeeds.includes(speed) ? speed : 1;
    const choices = kSpeeds.map((value) => ({ value: String(value), label: `${value} \u00d7` }));
    this.speeds.update(choices, String(this.speed));
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("select, textarea, input:not([type=range], [type=checkbox])")) return;
    if (event.key === " ") {
      if (target?.closest(kOwnSpace) && !(target === this.slider)) return;
      this.toggle();
    } else if (event.key === ",") this.step(-1);
    else if (event.key === ".") this.step(1);
    else if (event.key === "[" || event.key === "]") {
      const at = kSpeeds.indexOf(this.speed) + (event.key === "]" ? 1 : -1);
      this.setSpeed(kSpeeds[Math.min(kSpeeds.length - 1, Math.max(0, at))] ?? 1);
    } else return;
    event.preventDefault();
  }
}
