import { expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { STATE_RUNNING } from "#app/domain/metrics/states.ts";
import { asPage, draw, readText } from "#tests/draw.tsx";
import type { StateTimeline as Timeline } from "./load-state-timeline.server.ts";
import { StateTimeline } from "./state-timeline.tsx";
import type { TimelineSpan } from "./timeline-spans.ts";

const NOW = Date.UTC(2026, 10, 5, 12);
const day: Timeline = {
  ...{ span: "day", startMs: NOW - 24 * HOUR_MS, endMs: NOW },
  changes: [{ timeMs: NOW - 24 * HOUR_MS, code: STATE_RUNNING }],
  shares: [{ state: "running", share: 1 }],
  ...{ stops: [], stopCount: 0, micro: { count: 0, totalMs: 0 } },
};

const drawFor = async (span: TimelineSpan): Promise<string> =>
  draw(
    await asPage(
      <StateTimeline
        timeline={{ ready: day, late: null }}
        span={span}
        events={[]}
        onSpan={() => {}}
        onOpen={() => {}}
        onReport={null}
        timezone="UTC"
        microStopSeconds={90}
      />,
    ),
  );

it("says that states are those of another span while the chosen one is on its way", async () => {
  const shown = await drawFor("day");
  expect(shown).toContain('aria-busy="false"');
  expect(shown).not.toContain("opacity-60");
  const waiting = await drawFor("week");
  expect(waiting).toMatch(/aria-busy="true" class="opacity-60"/);
  expect(waiting).toMatch(/checked="" value="week"|value="week" checked=""/);
  // What is drawn keeps its own name.
  expect(waiting).toContain("States, 24 hours");
  expect(readText(waiting)).toContain("100%");
});
