import { useState } from "react";
import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { useLongest } from "./use-state-age.ts";

/** Drawn once for each turn, by one memory. */
function Drawn({ turns }: { turns: readonly (readonly [value: number, of: string])[] }) {
  const [at, setAt] = useState(0);
  const shown = useLongest(...turns[at]!);
  if (at < turns.length - 1) setAt(at + 1);
  return <p>{shown}</p>;
}
const lastOf = async (...turns: [number, string][]) =>
  readText(await draw(<Drawn turns={turns} />));

it("never gets less, but for something else", async () => {
  expect(await lastOf([11, "a"], [10, "a"])).toBe("11");
  expect(await lastOf([11, "a"], [10, "a"], [12, "a"])).toBe("12");
  expect(await lastOf([11, "a"], [2, "b"])).toBe("2");
});
