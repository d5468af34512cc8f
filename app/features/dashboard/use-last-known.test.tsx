import { useState } from "react";
import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { useLastKnown } from "./use-last-known.ts";

type Turn = { value: string; isHeld: boolean; of?: string };

/** Drawn once for each turn, by one memory. */
function Drawn({ turns }: { turns: readonly Turn[] }) {
  const [at, setAt] = useState(0);
  const { value, isHeld, of } = turns[at]!;
  const shown = useLastKnown(value, isHeld, of);
  if (at < turns.length - 1) setAt(at + 1);
  return <p>{shown}</p>;
}
const lastOf = async (...turns: Turn[]) => readText(await draw(<Drawn turns={turns} />));

it("while it is held the value is what it was last", async () => {
  const before = { value: "before", isHeld: false };
  expect(await lastOf(before, { value: "now", isHeld: true })).toBe("before");
  expect(await lastOf(before, { value: "now", isHeld: false })).toBe("now");
});

it("a value of others than before is not held back", async () => {
  const before = { value: "before", isHeld: false, of: "1,2" };
  const others = { value: "others", isHeld: true, of: "3,4" };
  expect(await lastOf(before, others)).toBe("others");
  expect(await lastOf(before, others, { value: "later", isHeld: true, of: "3,4" })).toBe("others");
});
