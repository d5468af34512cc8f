import { vi } from "vitest";

/** How often something waited by a timer from now on: what came over the network has its turn then. */
export function countRests(): () => number {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const before = timers.mock.calls.length;
  return () => timers.mock.calls.length - before;
}
