import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { PointTable } from "./point-table.tsx";

const START = Date.UTC(2026, 10, 19, 9, 42);
const MINUTE = 60_000;

const times = async (
  rows: readonly { timeMs: number; endMs?: number | null }[],
  locale: "en" | "es" = "en",
): Promise<string[]> => {
  const html = await draw(
    <PointTable
      caption="Speed"
      columns={[{ key: "speed", title: "Speed" }]}
      rows={rows}
      cellsOf={() => ["1"]}
      timezone="UTC"
      className=""
    />,
    locale,
  );
  return [...html.matchAll(/<th scope="row"[^>]*>(.*?)<\/th>/g)].map(([, cell]) =>
    cell!.replaceAll(/<[^<>]*>/g, ""),
  );
};

it("says from when to when a mean counts", async () => {
  const hour = [{ timeMs: START, endMs: START + 60 * MINUTE }];
  expect(await times(hour)).toEqual(["11/19/26 9:42–10:42 AM"]);
  expect(await times(hour, "es")).toEqual(["19/11/26 9:42–10:42"]);
  expect(await times([{ timeMs: START + 11_690, endMs: START + 299_690 }])).toEqual([
    "11/19/26 9:42–9:46 AM",
  ]);
  expect(await times([{ timeMs: START, endMs: START + 24 * 60 * MINUTE }])).toEqual([
    "11/19/26 9:42 AM – 11/20/26 9:42 AM",
  ]);
});

it("says of a sample and of a short step when, in whole seconds where rows need them", async () => {
  expect(await times([{ timeMs: START, endMs: null }])).toEqual(["11/19/26 9:42 AM"]);
  expect(
    await times([{ timeMs: START + 6_690, endMs: START + 12_690 }, { timeMs: START }]),
  ).toEqual(["11/19/26 9:42 AM 6 s", "11/19/26 9:42 AM 0 s"]);
});
