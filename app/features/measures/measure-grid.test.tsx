import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { LiveProvider } from "#app/live/index.ts";
import { asPage, draw, readText } from "#tests/draw.tsx";
import { CARDS_AT_ONCE, MeasureGrid, type GridMeasure } from "./measure-grid.tsx";
import "./texts.ts";

const measureOf = (number: number): GridMeasure => ({
  ...{ id: null, humanKey: `tag_${number}`, title: `Tag ${number}`, units: "" },
  ...{ type: "passthrough", precision: 3, encoding: [] },
});
type GridProps = ComponentProps<typeof MeasureGrid>;
const drawGrid = async (
  measures: GridMeasure[],
  initials: GridProps["initials"] = {},
  nowMs?: number,
) => {
  const grid = (
    <LiveProvider nowMs={nowMs}>
      <MeasureGrid
        measures={measures}
        deviceId={1}
        basePath="/machines/1"
        initials={initials}
        seen={{}}
        canMarkSeen={false}
        timezone="UTC"
        onEdit={null}
        add={null}
      />
    </LiveProvider>
  );
  return draw(await asPage(grid));
};

it("draws a section at once, and of hundreds of cards the first ones, with the word that more come", async () => {
  const gridOf = async (count: number) => {
    const html = await drawGrid(Array.from({ length: count }, (_, number) => measureOf(number)));
    return { cards: html.match(/<li/g)?.length, isBusy: html.includes("aria-busy") };
  };
  expect(await gridOf(CARDS_AT_ONCE)).toEqual({ cards: CARDS_AT_ONCE, isBusy: false });
  expect(await gridOf(601)).toEqual({ cards: CARDS_AT_ONCE, isBusy: true });
});

it("calls no productivity one of now that is hours old", async () => {
  const humanKey = "operating_productivity";
  const measure: GridMeasure = {
    ...measureOf(1),
    humanKey,
    units: "%",
    type: "percentage",
    precision: 0,
  };
  const readAt = async (nowMs: number) => {
    const initials = { [humanKey]: { value: 0.5, timeMs: 0, adFlag: null } };
    return readText(await drawGrid([measure], initials, nowMs));
  };
  expect(await readAt(1_000)).toContain("50% now");
  expect(await readAt(3 * HOUR_MS)).toMatch(/50%3\sh\sold/);
});
