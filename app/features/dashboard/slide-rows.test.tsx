import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { SlideRows } from "./slide-rows.tsx";

it("rows that the page comes with are there at once: no animation brings them in", async () => {
  const html = await draw(
    <SlideRows className="grid">
      <li />
    </SlideRows>,
  );
  expect(html).toContain('<ul class="grid"');
});
