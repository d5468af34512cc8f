import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { NeedMarks } from "./need-marks.tsx";

it("a bell is red of an alarm that is critical or high, as a wall's", async () => {
  const toneOf = async (urgency?: number) =>
    /text-(?:alarm|ink)/.exec(
      await draw(
        <NeedMarks {...{ alarms: 1, overdue: 0, asked: null, isCut: false }} urgency={urgency} />,
      ),
    )?.[0];
  expect([await toneOf(0), await toneOf(1)]).toEqual(["text-ink", "text-ink"]);
  // Of one whose urgency is not known nobody may be told that it can wait.
  for (const urgency of [2, 3, undefined]) expect(await toneOf(urgency)).toBe("text-alarm");
});

it("of a page that is cut off no mark is in a colour of now, asked for or not", async () => {
  for (const asked of ["overdue", "alarms", null] as const) {
    const mark = (isCut: boolean) =>
      draw(<NeedMarks {...{ alarms: 1, overdue: 2, asked, isCut }} />);
    expect(await mark(false)).not.toContain("stale");
    const cut = await mark(true);
    expect(cut.match(/class="[^"]* stale"/g)).toHaveLength(2);
    expect(cut).not.toMatch(/text-alarm|text-ink|bg-current/);
  }
  // Why a machine was brought forward is said there still.
  const asked = await draw(<NeedMarks {...{ alarms: 0, overdue: 2, asked: "overdue" }} isCut />);
  expect(asked).toMatch(/<\/svg>2 overdue</);
});

const show = (isCut: boolean, locale: "en" | "es" = "en") =>
  draw(<NeedMarks alarms={2} overdue={0} asked="alarms" isCut={isCut} />, locale);

it("a bell of a page that is cut off is as old as its other values, and says so", async () => {
  const live = await show(false);
  expect(readText(live)).toBe("2 alarms");
  expect(live).not.toContain("stale");
  const cut = await show(true);
  expect(cut).toMatch(/class="[^"]* stale"/);
  // A faded word on a wash is hard to read.
  expect(live).toContain("bg-current/10");
  expect(cut).not.toContain("bg-current/10");
  expect(readText(cut)).toContain("2 alarms, before the connection was lost");
  expect(readText(await show(true, "es"))).toContain("2 alarmas, antes de perder la conexión");
});
