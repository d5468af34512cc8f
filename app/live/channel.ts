/** One topic as the client sees it. */
import type { Ref } from "#app/domain/live/phoenix.ts";
import type { LiveSample } from "#app/domain/live/ports.ts";
import type { Timer } from "./clock.ts";

export type ChannelMessage =
  /** Joined, or joined again: `sample` is the newest one; what lies between it and the last known may be missing. */
  | { type: "joined"; sample: LiveSample | null; seq: number }
  /** `missed`: events before this one were lost. */
  | { type: "event"; sample: LiveSample; seq: number; missed: boolean }
  /** The reader may not see it, or no longer. */
  | { type: "refused"; reason: string };

export type ChannelListener = (message: ChannelMessage) => void;

/** away: not asked for on this connection; waiting: asked and failed, to be asked again. */
export type ChannelStatus = "away" | "joining" | "joined" | "waiting" | "refused";

export type Channel = {
  topic: string;
  listeners: Set<ChannelListener>;
  status: ChannelStatus;
  joinRef: Ref;
  seq: number;
  newest: LiveSample | null;
  /** When the last listener went; null while there are any. */
  emptySinceMs: number | null;
  failures: number;
  /** The reader may not hear it, and the page was told so. */
  isTaken: boolean;
  timer: Timer;
};

export const newChannel = (topic: string): Channel => ({
  topic,
  listeners: new Set(),
  status: "away",
  joinRef: null,
  seq: 0,
  newest: null,
  emptySinceMs: null,
  failures: 0,
  isTaken: false,
  timer: null,
});

const REJOIN_AFTER_MS = [1_000, 2_000, 5_000, 10_000];

/** The wait before the next try, spread by half so that not everybody tries together. */
export const rejoinDelayMs = (failures: number, random: () => number): number =>
  REJOIN_AFTER_MS[Math.min(failures, REJOIN_AFTER_MS.length) - 1]! * (0.75 + random() * 0.5);
