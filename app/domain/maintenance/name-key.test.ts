import { expect, it } from "vitest";
import { nameKey } from "./name-key.ts";

it("names that look alike have one key", () => {
  const alike = [
    ...["Feed belts", "FEED BELTS", "Feed\u00a0belts", "Feed  belts", "Feed belts\u200b"],
    ...["\u200eFeed\u2009be\u00adlts", "Ｆeed belts", " feed\tbelts "],
  ];
  expect(new Set(alike.map(nameKey))).toEqual(new Set(["feed belts"]));
  expect(nameKey("GUI\u0301A")).toBe(nameKey("guía"));
  expect(new Set(["Feed belts", "Feed belt", "Feedbelts", "Feéd belts"].map(nameKey)).size).toBe(4);
});
