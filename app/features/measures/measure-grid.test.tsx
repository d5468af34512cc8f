import { expect, it } from "vitest";
import { LiveProvider } from "#app/live/index.ts";
import { asPage, draw } from "#tests/draw.tsx";
import { CARDS_AT_ONCE, MeasureGrid, type GridMeasure } from "./measure-grid.tsx";
import "./texts.ts";

const measureOf = (number: number): GridMeasure => ({
  ...{ id: null, humanKey: `tag_${number}`, title: `Tag ${number}`, units: "" },
  ...{ type: "passthrough", precision: 3, encoding: [] },
});
const gridOf = async (count: number) => {
  const grid = (
    <LiveProvider>
      <MeasureGrid
        measures={Array.from({ length: count }, (_, number) => measureOf(number))}
        deviceId={1}
        basePath="/machines/1"
        initials={{}}
        seen={{}}
        canMarkSeen={false}
        timezone="UTC"
        onEdit={null}
        add={null}
      />
    </LiveProvider>
  );
  const html = await draw(await asPage(grid));
  return { cards: html.match(/<li/g)?.length, isBusy: html.includes("aria-busy") };
};

it("draws a section at once, and of hundreds of cards the first ones, with the word that more come", async () => {
  expect(await gridOf(CARDS_AT_ONCE)).toEqual({ cards: CARDS_AT_ONCE, isBusy: false });
  expect(await gridOf(601)).toEqual({ cards: CARDS_AT_ONCE, isBusy: true });
});
