/**
 * The sound of a wall when an alarm of high or critical priority is raised: two tones, three times for a critical one. Browsers
 * play nothing in a page that nobody has pressed a key in, unless they were started to (README, "A screen on the wall").
 */
import type { WallAlarm } from "./wall-alarms.ts";

const TONES_HZ = [880, 660];
const TONE_S = 0.25;
const PAUSE_S = 0.35;
const ROUND_S = TONES_HZ.length * TONE_S + PAUSE_S;
const VOLUME = 0.4;
/** A browser may be this late with what it is to play now: its swell would be cut, and click. */
const LEAD_S = 0.05;
/** A browser that may play begins to within this time, also on a small computer; one that may not waits for a press. */
const BEGIN_MS = 3_000;

let audio: AudioContext | null = null;
/** What sounds until then, by the browser's audio clock. */
let sounding = { isCritical: false, untilS: 0 };
const open = (): AudioContext => (audio ??= new AudioContext());

const isRunning = (context: AudioContext): boolean => context.state === "running";

/** Whether it is heard; false where the browser waits for somebody to press something. */
export async function playAlarm({ priority }: Pick<WallAlarm, "priority">): Promise<boolean> {
  const context = open();
  // Somebody may have pressed something since the last alarm.
  if (!isRunning(context)) await Promise.race([context.resume(), wait(BEGIN_MS)]);
  // Scheduled while it is blocked it would sound when somebody comes by, for an alarm of long ago.
  if (!isRunning(context)) return false;
  const nowS = context.currentTime + LEAD_S;
  const isCritical = priority === "critical";
  const isBusy = sounding.untilS > nowS;
  // Over each other they would be too loud to be played whole: one of as much urgency is heard already.
  if (isBusy && (sounding.isCritical || !isCritical)) return true;
  const beginS = isBusy ? sounding.untilS : nowS;
  const times = isCritical ? 3 : 1;
  for (let time = 0; time < times; time++)
    TONES_HZ.forEach((hertz, place) =>
      playTone(context, hertz, beginS + time * ROUND_S + place * TONE_S),
    );
  sounding = { isCritical, untilS: beginS + times * ROUND_S };
  return true;
}

/** Within a press: from now on it can be heard. */
export const allowSound = (): Promise<void> => open().resume();

/** Tells, once, when it can be heard: after a press, or because the browser took longer to begin. Answers how to stop listening. */
export function onceHeard(told: () => void): () => void {
  const context = open();
  const gone = new AbortController();
  const look = () => {
    if (!isRunning(context)) return;
    gone.abort();
    told();
  };
  context.addEventListener("statechange", look, { signal: gone.signal });
  look();
  return () => gone.abort();
}

const wait = (ms: number): Promise<void> => new Promise((done) => void setTimeout(done, ms));

function playTone(context: AudioContext, hertz: number, startS: number): void {
  const tone = new OscillatorNode(context, { frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  // Swells and fades within 20 ms: a tone that is cut clicks.
  volume.gain.setValueAtTime(0, startS);
  volume.gain.linearRampToValueAtTime(VOLUME, startS + 0.02);
  volume.gain.setValueAtTime(VOLUME, startS + TONE_S - 0.02);
  volume.gain.linearRampToValueAtTime(0, startS + TONE_S);
  tone.connect(volume).connect(context.destination);
  tone.start(startS);
  tone.stop(startS + TONE_S);
}
