import { expect, it } from "vitest";
import { drawRow, readings } from "#tests/wall-row.tsx";
import { nameSize } from "./wall-name.ts";

it("a name is set smaller by no more than its line asks for, with a bell beside it too", async () => {
  const sizeOf = async (name: string, alarms: number) => {
    const html = await drawRow(readings, false, alarms, "en", name);
    const [, size, scale] = /line-clamp-\d (wall-[\w-]+)(?: \[--wall-name-scale:([\d.]+)\])?"/.exec(
      html,
    )!;
    return [size, scale ?? "1"];
  };
  expect(await sizeOf("Corrugator", 2)).toEqual(["wall-name", "1"]);
  expect(await sizeOf("Rotary Die Cutter 2", 0)).toEqual(["wall-name", "1"]);
  expect(await sizeOf("Rotary Die Cutter 2", 2)).toEqual(["wall-name", "1"]);
  expect(await sizeOf("Rotary Die Cutter 2 East", 0)).toEqual(["wall-name", "0.9"]);
  expect(await sizeOf("Rotary Die Cutter 2 East", 2)).toEqual(["wall-name", "0.8"]);
  expect(await sizeOf("Rotary Die Cutter 2 of the eastern hall", 2)).toEqual([
    "wall-name-long",
    "1",
  ]);
});

it("a name of any length has its size by a class: in the server's page a style attribute is refused", async () => {
  for (const rows of [1, 2, 3] as const)
    for (let letters = 1; letters <= 100; letters++)
      expect(nameSize("n".repeat(letters), { rows, marks: 0 }).className).not.toContain(
        "undefined",
      );
  expect(await drawRow(readings, false, 2, "en", "Rotary Die Cutter 2 East")).not.toContain(
    "style=",
  );
});

it("a name has the room of who shares the wall with it: the row's width, half of it beside the state, or a column", () => {
  const of = (letters: number, rows: 1 | 2 | 3) =>
    nameSize("n".repeat(letters), { rows, marks: 0 });
  expect(([1, 2, 3] as const).map((rows) => of(24, rows).isLong)).toEqual([false, true, true]);
  const long = ([1, 2, 3] as const).map((rows) => of(46, rows).className);
  expect(long.map((name) => name.includes("wall-name-long"))).toEqual([false, true, true]);
  expect(of(51, 2).className).toContain("line-clamp-3");
});
