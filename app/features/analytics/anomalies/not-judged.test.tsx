import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { NotJudged } from "./not-judged.tsx";
import type { AnomalyAnswer } from "./schemas.ts";

const measure = (tag_name: string, samples: number, is_counter = false) => ({
  ...{ tag_name, samples, needed: 1_000, is_counter },
});

it("a measure with enough samples is told when it is judged, not how many are missing", async () => {
  const not_judged = [
    ...[measure("Vacuum", 300), measure("Backstop", 1_000), measure("Sheets", 5_000, true)],
  ];
  const html = await draw(
    <NotJudged answer={{ not_judged } as AnomalyAnswer} title={(metric) => metric} />,
  );
  const lines = [...html.matchAll(/<li[^>]*>([^<]*)<\/li>/g)].map(([, text]) => text);
  expect(lines).toEqual([
    "Vacuum: 300 of 1,000 samples",
    "Backstop: 1,000 samples, judged within a day",
    "Sheets: a counter, which only grows",
  ]);
});
