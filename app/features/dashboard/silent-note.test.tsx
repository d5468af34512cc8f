import { expect, it } from "vitest";
import { Tooltip } from "#app/kit/controls/tooltip.tsx";
import { draw } from "#tests/draw.tsx";
import { SilentNote } from "./silent-note.tsx";

const HEIGHTS = /\bmin-h-[\w.]+/g;

/** The tooltip is fetched later: what stands in its place must be as high, or the page below it moves. */
it("is as high before its tooltip is there as with it", async () => {
  const note = await draw(
    <SilentNote
      part="2 of 3"
      lacking={{ silent: { total: 1, machines: [] }, unread: { total: 0, machines: [] } }}
      align="start"
    />,
  );
  expect(note).not.toContain("<button");
  const tooltip = await draw(<Tooltip label="2 of 3">FFG 1</Tooltip>);
  const heights = tooltip.match(HEIGHTS);
  expect(heights).toHaveLength(1);
  expect(note.match(HEIGHTS)).toEqual(heights);
});
