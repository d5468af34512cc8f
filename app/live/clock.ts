/** Time as the pure parts see it, so that tests can turn it. */
export type Timer = unknown;

export type Clock = {
  /** Unix milliseconds. Somebody may set it: a length of time is not measured by it. */
  now(): number;
  /** Milliseconds since some moment; nobody sets it. */
  steadyMs(): number;
  setTimeout(run: () => void, ms: number): Timer;
  clearTimeout(timer: Timer): void;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  steadyMs: () => performance.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
