import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { StateSwatch } from "./state-swatch.tsx";

it("tells unknown by hatching, as the strip does, and not by the colour of off", () => {
  const unknown = renderToString(<StateSwatch state="unknown" />);
  expect(unknown).toContain("stroke-(--strip-unknown)");
  expect(unknown).not.toContain("fill-");
  expect(renderToString(<StateSwatch state="off" />)).toContain("fill-(--strip-off)");
});
