/** The wall's sound with a stand-in for the browser's audio, which tests have none of: what it is asked to play, and when. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";

let isAllowed: boolean;
let tones: number[];
/** When each begins, in hundredths of a second. */
let starts: number[];
let nowS: number;

class Param {
  setValueAtTime() {}
  linearRampToValueAtTime() {}
}
class Audio extends EventTarget {
  state: "suspended" | "running" = isAllowed ? "running" : "suspended";
  get currentTime() {
    return nowS;
  }
  destination = {};
  /** As Chromium: it waits for somebody to press something. */
  resume() {
    if (!isAllowed) return new Promise<void>(() => {});
    return Promise.resolve().then(() => {
      this.state = "running";
      this.dispatchEvent(new Event("statechange"));
    });
  }
}
class Oscillator {
  readonly #hertz: number;
  constructor(_context: Audio, { frequency }: { frequency: number }) {
    this.#hertz = frequency;
  }
  connect<Node>(node: Node): Node {
    return node;
  }
  start(atS: number) {
    starts.push(Math.round(atS * 100));
    tones.push(this.#hertz);
  }
  stop() {}
}
class Gain {
  gain = new Param();
  connect<Node>(node: Node): Node {
    return node;
  }
}

beforeEach(() => {
  [isAllowed, tones, starts, nowS] = [false, [], [], 0];
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", Audio);
  vi.stubGlobal("OscillatorNode", Oscillator);
  vi.stubGlobal("GainNode", Gain);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
async function play(priority: "high" | "critical"): Promise<boolean> {
  const { playAlarm } = await import("./alarm-sound.ts");
  const heard = playAlarm({ priority });
  await vi.advanceTimersByTimeAsync(5_000);
  return heard;
}

it("an alarm sounds once, a critical one three times over", async () => {
  isAllowed = true;
  expect(await play("high")).toBe(true);
  expect(tones).toEqual([880, 660]);
  [tones, nowS] = [[], 10];
  expect(await play("critical")).toBe(true);
  expect(tones).toEqual([880, 660, 880, 660, 880, 660]);
});

it("a browser that plays nothing is told of, and plays nothing later of an alarm of long ago", async () => {
  expect(await play("high")).toBe(false);
  isAllowed = true;
  const { allowSound } = await import("./alarm-sound.ts");
  await allowSound();
  expect(tones).toEqual([]);
  expect(await play("high")).toBe(true);
  expect(tones).toEqual([880, 660]);
});

it("what says that it is not heard hears when it is, once", async () => {
  expect(await play("high")).toBe(false);
  const { allowSound, onceHeard } = await import("./alarm-sound.ts");
  const [told, stopped] = [vi.fn(), vi.fn()];
  onceHeard(told);
  onceHeard(stopped)();
  expect(told).not.toHaveBeenCalled();
  isAllowed = true;
  await allowSound();
  await allowSound();
  expect([told.mock.calls.length, stopped.mock.calls.length]).toEqual([1, 0]);
  // Where it can be heard already it is told at once.
  onceHeard(stopped);
  expect(stopped).toHaveBeenCalledOnce();
});

it("the next alarm is heard when somebody pressed anything on the page meanwhile", async () => {
  expect(await play("high")).toBe(false);
  isAllowed = true;
  expect(await play("high")).toBe(true);
  expect(tones).toEqual([880, 660]);
});

it("alarms that come together do not sound over each other: a critical one waits for the end of one that is less", async () => {
  isAllowed = true;
  await play("high");
  nowS = 0.1;
  expect(await play("high")).toBe(true);
  // With time for the browser to begin, or the first tone would be cut and click.
  expect(starts).toEqual([5, 30]);
  expect(await play("critical")).toBe(true);
  expect(await play("critical")).toBe(true);
  expect(await play("high")).toBe(true);
  expect(starts).toEqual([5, 30, 90, 115, 175, 200, 260, 285]);
  nowS = 10;
  await play("high");
  expect(starts.slice(8)).toEqual([1_005, 1_030]);
});
