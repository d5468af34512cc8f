import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { SeriesTable } from "./series-table.tsx";

it("says of what there are fewer in a mean, in both languages", async () => {
  const bucket = { mean: 5, min: 4, max: 6, heldMs: 60_000, part: { counted: 11, all: 12 } };
  const grid = { startMs: 0, stepMs: 60_000, buckets: [bucket] };
  const show = async (locale: "en" | "es") =>
    readText(
      await draw(
        <SeriesTable
          {...{ grid, timezone: "UTC", unit: "MSF/h", decimals: 1, caption: "MSF" }}
          isNow={false}
        />,
        locale,
      ),
    );
  expect(await show("en")).toContain("11 of 12 machines");
  expect(await show("es")).toContain("11 de 12 máquinas");
});
