import { expect, it } from "vitest";
import { describeWorkIn, workIn } from "./catalogue-words.ts";
import { MAINTENANCE_KINDS, VERBS } from "./catalogue.ts";

const rowOf = (kind: (typeof MAINTENANCE_KINDS)[number]) => ({ ...kind, verbs: VERBS[kind.type] });

it.each(MAINTENANCE_KINDS.map((kind) => [kind.kind, kind] as const))(
  "%s has all its texts in Spanish, step by step",
  (_, kind) => {
    const spanish = workIn("es", rowOf(kind));
    expect(spanish.actions).toHaveLength(kind.actions.length);
    for (const text of [spanish.name, spanish.target, ...spanish.actions]) {
      expect(text).not.toBe("");
      expect([kind.name, kind.target, ...kind.actions]).not.toContain(text);
    }
    expect(describeWorkIn("es", rowOf(kind))).toMatch(/^(Reemplazar|Lubricar) (el|la|los|las) /);
    expect(workIn("en", rowOf(kind))).toEqual(rowOf(kind));
  },
);

it("keeps what somebody named or changed", () => {
  const [kind] = MAINTENANCE_KINDS;
  const own = {
    ...rowOf(kind!),
    name: "Our gearbox",
    actions: ["Call Joe.", ...kind!.actions.slice(1)],
  };
  const shown = workIn("es", own);
  expect([shown.name, shown.actions[0]]).toEqual(["Our gearbox", "Call Joe."]);
  expect(shown.actions[1]).not.toBe(own.actions[1]);
  expect(workIn("es", { ...own, kind: "custom" })).toEqual({ ...own, kind: "custom" });
});
