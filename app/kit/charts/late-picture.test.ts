import { expect, it } from "vitest";
import { createLatePicture } from "./late-picture.ts";

it("a picture that is asked for before the chart is drawn is saved once it is, and only once", () => {
  const picture = createLatePicture<string>();
  const saved: string[] = [];
  picture.whenDrawn((drawn) => saved.push(`first ${drawn}`));
  picture.whenDrawn((drawn) => saved.push(`second ${drawn}`));
  expect(saved).toEqual([]);
  picture.current = "chart";
  picture.current = "newer chart";
  expect(saved).toEqual(["second chart"]);
  picture.whenDrawn((drawn) => saved.push(`third ${drawn}`));
  expect(saved).toEqual(["second chart", "third newer chart"]);
});
