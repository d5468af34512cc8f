/** Overview and productivity tags. */
import { causeEndMs, isSingleFeeding, isWithin, singleFeedsAt, STATE_OF } from "./phases.ts";
import { drift, fraction, jitter } from "./random.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { round, type Moment, type Tag } from "./reading.ts";

/** Ward's counter is a 16-bit total of the day that wraps; the others count the order. */
const WRAP = 65_536;

const sheetCount = ({ machine, orderSheets, daySheets }: Moment): number =>
  machine.identity.make === "Ward" ? Math.floor(daySheets) % WRAP : Math.floor(orderSheets);

/** Let go before the rest of it is cleared. Who leaves a sample maker's machine locks it with the stop. */
const isStopPressed = ({ machine, phase, timeMs }: Moment): boolean =>
  phase.kind === "off"
    ? machine.identity.profile === "off"
    : phase.kind === "e_stop" && isWithin(phase, 0, 0.7, timeMs);

/** The gateway's mobile link: some cabinets stand badly, and all of them fade with the hours. */
function signalDbm({ machine, timeMs }: Moment): number {
  const place = -62 - 34 * fraction(machine.seed, 3) ** 1.5;
  return Math.round(
    place +
      5 * drift(machine.seed ^ 11, timeMs, 2_700_000) +
      2 * drift(machine.seed ^ 12, timeMs, 240_000),
  );
}

function drivesReady({ phase, timeMs }: Moment): boolean {
  if (phase.kind === "off") return false;
  return (
    STATE_OF[phase.kind] !== "not_ready" || phase.kind === "jam" || timeMs >= causeEndMs(phase)
  );
}

const SLOT_MS = 8 * HOUR_MS;
const UNUSUAL_MS = 20 * MINUTE_MS;
/** The speed then swings by this share, once in about a minute. */
const SWING = 0.06;
const SWING_MS = 47_000;

/** For up to twenty minutes of every eight hours, while the machine feeds: it comes, and it goes. */
export function isSpeedUnusual({ machine, phase, timeMs }: Moment): boolean {
  if (phase.kind !== "feed" && phase.kind !== "pause") return false;
  const slot = Math.floor(timeMs / SLOT_MS);
  const beganMs = slot * SLOT_MS + (SLOT_MS - UNUSUAL_MS) * fraction(machine.seed ^ 41, slot);
  return timeMs >= beganMs && timeMs < beganMs + UNUSUAL_MS;
}

/** Where a setting stands; in set-up it travels from the old order's to the new one's. */
export function settingAt(
  { phase, timeMs }: Moment,
  of: (order: NonNullable<Moment["phase"]["order"]>) => number,
  parked: number,
): number {
  const target = phase.order ? of(phase.order) : parked;
  if (phase.kind !== "setup") return target;
  const from = phase.previous ? of(phase.previous) : parked;
  if (isWithin(phase, 0, 0.3, timeMs)) return from;
  if (!isWithin(phase, 0.3, 0.5, timeMs)) return target;
  const length = phase.endMs - phase.startMs;
  const share = (timeMs - phase.startMs - length * 0.3) / (length * 0.2);
  return from + (target - from) * Math.min(1, Math.max(0, share));
}

export const MACHINE_TAGS: readonly Tag[] = [
  {
    key: "machine_state",
    pace: "fast",
    onChange: true,
    whileOff: true,
    read: ({ phase }) => STATE_OF[phase.kind],
  },
  {
    key: "machine_speed",
    pace: "fast",
    onChange: false,
    whileOff: true,
    read: (moment) => {
      const { machine, rpm, timeMs } = moment;
      if (rpm < 0.5) return 0;
      const swing = isSpeedUnusual(moment)
        ? SWING * Math.sin((2 * Math.PI * timeMs) / SWING_MS)
        : 0;
      return round(rpm * (1 + swing) + 0.3 * jitter(machine.seed ^ 21, timeMs), 1);
    },
  },
  // What a plant's own watch says of the speed; the demo's anomaly alarms listen to it.
  {
    key: "machine_speed_ad_flag",
    pace: "status",
    // Its minutes are not the phases', whose beginnings alone history reads besides its grid.
    onChange: false,
    // Or what was unusual last would be told of the standing machine.
    whileOff: true,
    read: isSpeedUnusual,
  },
  // The counter stands still while the machine is off: that is how its rate comes to nothing.
  { key: "sheet_count", pace: "fast", onChange: false, whileOff: true, read: sheetCount },
  { key: "e_stop_pressed", pace: "status", onChange: true, whileOff: true, read: isStopPressed },
  {
    key: "jam_detected",
    pace: "status",
    onChange: true,
    read: ({ phase, timeMs }) => phase.kind === "jam" && timeMs < causeEndMs(phase),
  },
  { key: "drives_ready", pace: "status", onChange: true, read: drivesReady },
  { key: "signal_dbm", pace: "slow", onChange: false, whileOff: true, read: signalDbm },
  {
    key: "single_feed_on",
    pace: "status",
    onChange: true,
    read: ({ phase, timeMs }) => isSingleFeeding(phase, timeMs),
  },
  {
    key: "number_of_single_sheet_feeds",
    pace: "status",
    onChange: true,
    read: ({ phase, timeMs }) => singleFeedsAt(phase, timeMs),
  },
  {
    key: "side_guide_left",
    pace: "status",
    onChange: true,
    read: (moment) =>
      round(
        settingAt(
          moment,
          (order) => (moment.machine.kind.machineWidthIn - order.slitWidthIn) / 2,
          2,
        ),
        3,
      ),
  },
  {
    key: "side_guide_right",
    pace: "status",
    onChange: true,
    // The operator's side stands a hair wider than the drive side.
    read: (moment) =>
      round(
        settingAt(
          moment,
          (order) => (moment.machine.kind.machineWidthIn - order.slitWidthIn) / 2 + 0.063,
          2,
        ),
        3,
      ),
  },
  {
    key: "backstop",
    pace: "status",
    onChange: true,
    read: (moment) =>
      round(
        settingAt(moment, (order) => order.cutLengthIn + 0.25, 70),
        3,
      ),
  },
  {
    key: "sheet_size",
    pace: "status",
    onChange: true,
    read: ({ phase }) => phase.order?.sheetSizeFt2 ?? null,
  },
  {
    key: "setup_in_progress",
    pace: "status",
    onChange: true,
    read: ({ phase }) => phase.kind === "setup",
  },
];
