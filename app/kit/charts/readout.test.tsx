import { expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { draw, readText } from "#tests/draw.tsx";
import { Readout } from "./readout.tsx";
import type { ChartSeries } from "./types.ts";

const NOON = Date.UTC(2026, 10, 5, 12);
const STEP_MS = 4 * 60_000;
const nothingElse = { min: null, max: null, lower: null, upper: null, isAbnormal: false };
const speed: ChartSeries = {
  ...{ key: "speed", title: "Speed", unit: "rpm", shape: "steps", joinMs: STEP_MS },
  points: [0, 1].map((step) => {
    const timeMs = NOON + step * STEP_MS;
    return { ...nothingElse, timeMs, value: 100 + step, ends: timeMs + STEP_MS };
  }),
  text: String,
};

const readAt = async (atMs: number | null, series = speed, locale: "en" | "es" = "en") => {
  const html = await draw(
    <Readout
      series={[series]}
      atMs={atMs}
      view={{ startMs: NOON, endMs: NOON + 2 * STEP_MS }}
      timezone="UTC"
      running={null}
      spans={null}
      hidden={new Set()}
      isSmall
      onToggle={() => undefined}
    />,
    locale,
  );
  return readText(html).replaceAll(/[\u00a0\u2009\u202f]/g, " ");
};

it("says that a step's value is its mean", async () => {
  expect(await readAt(null, { ...speed, shape: "line" })).toMatch(/^101 rpm · newest, mean 12:04/);
});

// Beside a figure of now, which is a mean of one minute: both are said to be of what they are.
it("says since when a step that goes on has its mean, in both languages", async () => {
  const [before, newest] = speed.points;
  const points = [before!, { ...newest!, ends: "now" as const }];
  const series: ChartSeries = { ...speed, shape: "line", points };
  expect(await readAt(null, series)).toBe("101 rpm · mean since 12:04 PM");
  expect(await readAt(null, series, "es")).toBe("101 rpm · media desde 12:04");
  expect(await readAt(NOON, series)).toMatch(/^100 rpm · mean 12:00\S12:04 PM$/);
});

// Its spaces are drawn as they are written.
it("says a value and when it was with one space between its words", async () => {
  expect(await readAt(NOON)).toMatch(/^100 rpm · 12:00\S12:04 PM$/);
  expect(await readAt(null)).toMatch(/^101 rpm · newest, 12:04\S12:08 PM$/);
});

const steps: ChartSeries = {
  ...{ key: "speed", title: "Speed", unit: "rpm", shape: "line", joinMs: 8 * HOUR_MS },
  points: [0, 1].map((step) => {
    const timeMs = NOON + step * 7 * HOUR_MS;
    return { ...nothingElse, timeMs, value: 100 + step, ends: timeMs + 7 * HOUR_MS };
  }),
  text: String,
};
const view = { startMs: NOON, endMs: NOON + 14 * HOUR_MS };

const captionAt = async (
  atMs: number | null,
  {
    locale = "en",
    ...props
  }: Partial<Parameters<typeof Readout>[0]> & { locale?: "en" | "es" } = {},
) => {
  const html = await draw(
    <Readout
      series={[steps]}
      view={view}
      timezone="UTC"
      running={null}
      spans={null}
      hidden={new Set()}
      isSmall={false}
      onToggle={() => undefined}
      {...props}
      atMs={atMs}
    />,
    locale,
  );
  const caption = /<p [^>]*>(.*?)<\/p>/.exec(html)?.[1] ?? "";
  return caption.replaceAll(/[\u00a0\u2009\u202f]/g, " ");
};

it("says of a mean from when to when it counts, as the table does", async () => {
  expect(await captionAt(NOON)).toBe("11/5/26 12:00–7:00 PM UTC");
  expect(await captionAt(NOON, { locale: "es" })).toBe("5/11/26 12:00–19:00 UTC");
});

it("says that the values are the newest while nothing is read", async () => {
  expect(await captionAt(null)).toMatch(/ UTC · newest values$/);
  expect(await captionAt(null, { series: [{ ...steps, points: [] }] })).toMatch(/ UTC$/);
});

it("says of states and jobs what they were in all of the step", async () => {
  const half = NOON + 3 * HOUR_MS;
  const running = [
    { startMs: NOON, endMs: half, isRunning: true },
    { startMs: half, endMs: view.endMs, isRunning: false },
  ];
  const job = { key: "1", title: "Job 1", lines: ["Flute C"], startMs: NOON, endMs: half };
  const spans = [job, { ...job, key: "2", title: "Job 2", startMs: half, endMs: view.endMs }];
  expect(await captionAt(NOON, { running, spans })).toBe(
    "11/5/26 12:00–7:00 PM UTC · Running part of the time · 2 jobs",
  );
  expect(await captionAt(NOON + 7 * HOUR_MS, { running, spans })).toMatch(
    / · Not running · Job 2, Flute C$/,
  );
});

it("says in two lines where it is narrow, each by itself", async () => {
  const points = speed.points.map((point) => ({ ...point, min: 14_280, max: 14_402 }));
  const ranged: ChartSeries = { ...speed, shape: "line", points };
  const linesOf = async (isInTwo: boolean) => {
    const html = await draw(
      <Readout
        series={[ranged]}
        atMs={NOON}
        view={{ startMs: NOON, endMs: NOON + 2 * STEP_MS }}
        timezone="UTC"
        running={null}
        spans={null}
        hidden={new Set()}
        isSmall
        isInTwo={isInTwo}
        onToggle={() => undefined}
      />,
    );
    return readText(html).replaceAll(/[\u00a0\u2009\u202f]/g, " ");
  };
  expect(await linesOf(false)).toBe("100 rpm (14280–14402) · mean 12:00–12:04 PM");
  expect(await linesOf(true)).toBe("100 rpm (14280–14402)mean 12:00–12:04 PM");
});

it("says what its bands are, and no unit beside a dash", async () => {
  const points = steps.points.map((point) => ({
    ...point,
    min: 1,
    max: 200,
    lower: 50,
    upper: 150,
  }));
  const html = async (series: ChartSeries) =>
    readText(
      await draw(
        <Readout
          {...{ series: [series], atMs: NOON, view, timezone: "UTC", running: null, spans: null }}
          hidden={new Set()}
          isSmall={false}
          onToggle={() => undefined}
        />,
      ),
      " ",
    );
  expect(await html({ ...steps, points })).toContain(
    "Band: lowest to highest. Faint band: expected values",
  );
  expect(await html(steps)).not.toContain("Band:");
  const gap = { ...steps, points: steps.points.map((point) => ({ ...point, value: null })) };
  const later = { ...steps.points[1]!, timeMs: view.endMs };
  expect(await html({ ...gap, points: [...gap.points, later] })).toMatch(/Speed +– *$/);
});
