import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { NeedMarks } from "./need-marks.tsx";

const show = (isCut: boolean, locale: "en" | "es" = "en") =>
  draw(<NeedMarks alarms={2} overdue={0} asked="alarms" isCut={isCut} />, locale);

it("a bell of a page that is cut off is as old as its other values, and says so", async () => {
  const live = await show(false);
  expect(readText(live)).toBe("2 alarms");
  expect(live).not.toContain("stale");
  const cut = await show(true);
  expect(cut).toMatch(/class="[^"]* stale"/);
  // A faded word on a wash is hard to read.
  expect(cut).not.toContain("wash");
  expect(readText(cut)).toContain("2 alarms, before the connection was lost");
  expect(readText(await show(true, "es"))).toContain("2 alarmas, antes de perder la conexión");
});
