/**
 * How a machine spends its time. Minutes are [shortest, longest] unless said otherwise.
 * A fleet in which most machines are `steady` and each other profile appears once shows every
 * machine state at most hours of any day, with more than half of the fleet running.
 */
export const PROFILE_NAMES = [
  "steady",
  "fast",
  "setup_heavy",
  "jam_prone",
  "waiting",
  "stopped",
  "off",
  "night_shift",
  "two_shift",
] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/**
 * Hours after local midnight of the production day, so 30 is 06:00 of the next one.
 * `null`: crews around the clock.
 */
export type ShiftPlan =
  | null
  | ((weekday: number, luck: number) => { fromHour: number; toHour: number } | null);

export type Profile = {
  shifts: ShiftPlan;
  /** Order speeds, as shares of what the machine's kind can do. */
  speed: readonly [number, number];
  setup: readonly [number, number];
  /** Set up and waiting for the start button. */
  armed: readonly [number, number];
  /** Feeding time of an order, stops not counted. */
  order: readonly [number, number];
  /** Turning without sheets before the feed starts: registering the print, waiting for board. */
  spin: readonly [number, number];
  /** Between two orders. */
  gap: readonly [number, number];
  /** Share of orders that end with a wash. */
  washShare: number;
  /** Mean feeding minutes between two stops, and what they are (weights). */
  stopEvery: number;
  stops: { pause: number; jam: number; eStop: number; breakdown: number };
  breakdown: readonly [number, number];
  /** Until a jam is cleared. */
  jam: readonly [number, number];
};

const isWeekday = (weekday: number): boolean => weekday <= 5;

const STEADY: Profile = {
  shifts: null,
  speed: [0, 0.85],
  setup: [2.5, 4.5],
  armed: [0.8, 1.6],
  spin: [0.3, 0.8],
  order: [45, 110],
  gap: [0.5, 1.5],
  washShare: 0.15,
  stopEvery: 9,
  stops: { pause: 0.87, jam: 0.11, eStop: 0.01, breakdown: 0.01 },
  breakdown: [8, 20],
  jam: [0.7, 2.2],
};

export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  steady: STEADY,
  fast: { ...STEADY, speed: [0.6, 1], order: [60, 140] },
  two_shift: {
    ...STEADY,
    shifts: (weekday) =>
      isWeekday(weekday)
        ? { fromHour: 6, toHour: 22 }
        : weekday === 6
          ? { fromHour: 6, toHour: 14 }
          : null,
  },
  night_shift: { ...STEADY, shifts: () => ({ fromHour: 18, toHour: 30 }), order: [30, 80] },
  setup_heavy: {
    ...STEADY,
    setup: [16, 30],
    armed: [4, 7],
    spin: [2, 5],
    order: [14, 30],
    gap: [1, 3],
    washShare: 0.4,
  },
  jam_prone: {
    ...STEADY,
    stopEvery: 6,
    stops: { pause: 0.35, jam: 0.62, eStop: 0.02, breakdown: 0.01 },
  },
  waiting: {
    ...STEADY,
    setup: [4, 6],
    armed: [25, 45],
    spin: [16, 30],
    order: [3, 6],
    gap: [25, 42],
  },
  // Its drive fails two or three times in a shift, and is brought back each time.
  stopped: {
    ...STEADY,
    stopEvery: 90,
    stops: { pause: 0.1, jam: 0.1, eStop: 0, breakdown: 0.8 },
    breakdown: [45, 100],
  },
  // A sample maker's machine: a short spell on working days, at an hour of its own.
  off: {
    ...STEADY,
    shifts: (weekday, luck) =>
      isWeekday(weekday) ? { fromHour: 8 + luck * 7, toHour: 10.5 + luck * 7 } : null,
    order: [12, 25],
  },
};
