import { expect, it } from "vitest";
import * as en from "#app/all-texts/en.ts";
import { draw, readText } from "#tests/draw.tsx";
import { ChartSkeleton } from "./chart-skeleton.tsx";

const { chart, part } = en.common;

it("a chart that is on its way says so to those who look, too", async () => {
  const html = await draw(<ChartSkeleton loading />);
  expect(readText(html)).toContain(chart.loading);
  expect(html).not.toContain("sr-only");
});

it("one without readings, or that does not come, is not said to be on its way", async () => {
  expect(readText(await draw(<ChartSkeleton loading={false} />))).toBe("");
  const missing = readText(await draw(<ChartSkeleton loading isMissing />));
  expect(missing).toContain(part.failed);
  expect(missing).not.toContain(chart.loading);
});
