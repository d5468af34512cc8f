import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import type { SuggestedTagsJson } from "./schemas.ts";
import { SuggestedTags } from "./tag-suggestions.tsx";

async function shown(
  found: SuggestedTagsJson,
  { locale = "en", own }: { locale?: "en" | "es"; own?: string } = {},
): Promise<string[]> {
  const html = await draw(
    <SuggestedTags found={found} chosen="" own={own} onChoose={() => undefined} />,
    locale,
  );
  return readText(html, "\n").split("\n").filter(Boolean);
}

const used = [{ human_key: "machine_speed", machine_key: "MainDrive.Speed" }];

it("says by which tag a name that fits is used, also where nothing is free", async () => {
  expect(await shown({ data: [], in_use: used })).toEqual([
    "Suggestions",
    "machine_speed would fit, and is mapped from MainDrive.Speed already.",
  ]);
  expect(await shown({ data: ["fan_speed"], in_use: used }, { locale: "es" })).toEqual([
    "Sugerencias",
    "fan_speed",
    "machine_speed serviría, pero ya está asignada desde MainDrive.Speed.",
  ]);
});

it("says nothing of the mapping that is edited, nor when nothing fits", async () => {
  expect(await shown({ data: [], in_use: used }, { own: "machine_speed" })).toEqual([]);
  expect(await shown({ data: [], in_use: [] })).toEqual([]);
});
