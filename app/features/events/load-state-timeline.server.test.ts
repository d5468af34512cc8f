import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/domain/durations.ts";
import { STATE_FEEDING, STATE_RUNNING, toStateCode } from "#app/domain/metrics/states.ts";
import { changesWithin, MAX_STATES } from "#app/domain/series/state-changes.ts";
import { loadStateTimeline } from "./load-state-timeline.server.ts";
import { MOST_STOPS } from "./timeline-spans.ts";

const NOW = Date.UTC(2026, 10, 19, 20);

test("the stops of a busy month are told to the second, though its strip has fewer states", async () => {
  // Each hour a stop of 61 s, too short to be listed, and one of 100 s, among 40 changes.
  const down = toStateCode("not_ready");
  const hours = 30 * 24;
  const history = Array.from({ length: hours }, (_, hour) => {
    const at = (ms: number, code: number) => ({
      timeMs: NOW - (hours - hour) * HOUR_MS + ms,
      code,
    });
    const paces = Array.from({ length: 36 }, (_, i) =>
      at(20 * MINUTE_MS + i * MINUTE_MS, i % 2 === 0 ? STATE_RUNNING : STATE_FEEDING),
    );
    return [
      ...[at(0, STATE_FEEDING), at(30 * SECOND_MS, down), at(91 * SECOND_MS, STATE_FEEDING)],
      ...[at(10 * MINUTE_MS, down), at(10 * MINUTE_MS + 100 * SECOND_MS, STATE_FEEDING), ...paces],
    ];
  }).flat();
  const series = {
    stateChanges: ({ startMs, endMs }: { startMs: number; endMs: number }) =>
      Promise.resolve(
        changesWithin(
          history,
          history.findLast(({ timeMs }) => timeMs < startMs) ?? null,
          startMs,
          endMs,
        ),
      ),
  };
  const machine = { id: 1, microStopSeconds: 90 };
  const timeline = await loadStateTimeline({ series, now: NOW }, machine, "month");
  expect(timeline.stopCount).toBe(hours);
  expect(timeline.micro).toEqual({ count: hours, totalMs: hours * 61 * SECOND_MS });
  expect(timeline.stops).toHaveLength(MOST_STOPS);
  expect(timeline.stops[0]).toMatchObject({
    startMs: NOW - 50 * MINUTE_MS,
    endMs: NOW - 50 * MINUTE_MS + 100 * SECOND_MS,
  });
  expect(timeline.changes.length).toBeLessThanOrEqual(MAX_STATES);
  const stopped = timeline.shares.find(({ state }) => state === "not_ready");
  expect(stopped?.share).toBeCloseTo(161 / 3_600, 9);
});
