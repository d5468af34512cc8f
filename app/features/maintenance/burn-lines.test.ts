import { expect, it } from "vitest";
import { chartCsv } from "#app/kit/charts/chart-files.ts";
import { burnLines } from "./burn-lines.ts";

const DAY = 86_400_000;
const BEGIN = Date.UTC(2026, 8, 1, 9, 30, 17, 64);
const dayEnd = (days: number) => Date.UTC(2026, 8, 1 + days);

/** Two percent a day at first, then one: 20 days. */
const work = (cutoffValue: number, recommendedDate: number | null) => ({
  ...{ cutoffValue, recommendedDate },
  burnRates: [
    { systemTime: BEGIN, value: 100 },
    ...Array.from({ length: 20 }, (_, index) => ({
      ...{ systemTime: dayEnd(index + 1), value: 100 - 2 * (index + 1) + Math.max(0, index - 12) },
    })),
  ],
});
const csvOf = ({ lines, view }: ReturnType<typeof burnLines>) =>
  chartCsv(
    lines.map((line) => ({ ...line, title: "", unit: "%", shape: "line", text: String })),
    view,
    "UTC",
  )
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));

it("tells every time in whole minutes, with the cutoff on each row", () => {
  const told = burnLines(work(20, BEGIN + 63 * DAY + 3_065), dayEnd(20) + 12_345);
  for (const { points } of told.lines)
    for (const { timeMs } of points) expect(timeMs % 60_000).toBe(0);
  const [head = [], ...rows] = csvOf(told);
  expect(rows.length).toBeGreaterThan(22);
  const column = head.indexOf("left:cutoff");
  expect(new Set(rows.map((row) => row[column]))).toEqual(new Set(["20"]));
  // No row has the cutoff alone.
  const others = head.flatMap((name, at) => (/^left(?!:cutoff)/.test(name) ? [at] : []));
  expect(rows.filter((row) => others.every((at) => row[at] === ""))).toEqual([]);
});

it("shows between which days the cutoff is reached, on the line of the cutoff", () => {
  const { lines, range, view } = burnLines(work(20, dayEnd(60)), dayEnd(20));
  const fan = lines.find(({ key }) => key === "left:range")!.points;
  expect(range).not.toBeNull();
  const minute = (timeMs: number) => Math.floor(timeMs / 60_000) * 60_000;
  expect(fan.slice(1).map(({ timeMs, value }) => [timeMs, value])).toEqual([
    [minute(range!.fromMs), 20],
    [minute(range!.untilMs), 20],
  ]);
  // What is between the paces is closed at both ends.
  expect(fan.map(({ lower, upper }) => lower === upper)).toEqual([true, false, true]);
  expect(fan[1]!.upper).toBeGreaterThan(20);
  expect(view.endMs).toBeGreaterThan(range!.untilMs);
});

it("marks the recommended date of what is overdue, with what was left then", () => {
  const due = dayEnd(10) + 6 * 3_600_000;
  const { lines, range } = burnLines(work(79.5, due), dayEnd(20));
  expect(range).toBeNull();
  expect(lines.map(({ key }) => key)).toEqual(["left", "left:cutoff", "left:recommended"]);
  expect(lines[0]!.points.find(({ timeMs }) => timeMs === due)?.value).toBeCloseTo(79.5);
  expect(lines[2]!.points).toMatchObject([{ timeMs: due, value: 79.5 }]);
});

it("says nothing that it does not know", () => {
  const { lines } = burnLines({ burnRates: [], cutoffValue: 20, recommendedDate: null }, BEGIN);
  expect(lines.map(({ key }) => key)).toEqual(["left", "left:cutoff"]);
});
