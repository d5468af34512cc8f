/** What corrugated machines are made of and why it is worked on. Ids are fixed: groups in hundreds, parts by place. */
import type { Make } from "#app/domain/access/types.ts";
import type { componentReasons, components } from "#app/db/schema/index.ts";

type Part = { name: string; make?: Make; reasons: readonly string[] };

const WORN = "Worn";
const BROKEN = "Broken";
const LOOSE = "Loose";
const LEAKING = "Leaking";
const DIRTY = "Dirty or clogged";
const DRY = "Dry or noisy";
const MISALIGNED = "Out of alignment";
const PLANNED = "Planned maintenance";
const FAULT = "Electrical fault";
const NO_ANSWER = "Does not respond";
const OVERHEATED = "Overheated";
const GLAZED = "Glazed or slipping";

/** The whole section may be named too, where nobody knows the part. */
const SECTION: readonly string[] = ["Unknown cause", PLANNED];

const TREE: readonly { section: string; make?: Make; parts: readonly Part[] }[] = [
  {
    section: "Feeder",
    parts: [
      { name: "Pull roll", reasons: [WORN, GLAZED, MISALIGNED, PLANNED] },
      { name: "Feed belts", reasons: [WORN, GLAZED, BROKEN, PLANNED] },
      { name: "Feed gate", reasons: [MISALIGNED, LOOSE, BROKEN] },
      { name: "Side guide", reasons: [MISALIGNED, LOOSE, NO_ANSWER] },
      { name: "Vacuum blower", reasons: [DIRTY, DRY, FAULT] },
    ],
  },
  {
    section: "Printer",
    parts: [
      { name: "Anilox roll", reasons: [DIRTY, WORN, "Scored"] },
      { name: "Doctor blade", reasons: [WORN, MISALIGNED, LEAKING, PLANNED] },
      { name: "Ink pump", reasons: [LEAKING, DIRTY, NO_ANSWER, WORN] },
      { name: "Print cylinder", reasons: [MISALIGNED, DRY, DIRTY] },
      { name: "Print register motor", reasons: [FAULT, NO_ANSWER, LOOSE] },
    ],
  },
  {
    section: "Die cutter",
    parts: [
      { name: "Anvil blanket", reasons: [WORN, BROKEN, LOOSE, PLANNED] },
      { name: "Anvil drum bearings", reasons: [DRY, OVERHEATED, WORN, PLANNED] },
      { name: "Die drum", reasons: [MISALIGNED, LOOSE, "Die board broken"] },
      { name: "Die drum bearings", reasons: [DRY, OVERHEATED, WORN, PLANNED] },
      { name: "Blanket grinder", reasons: [WORN, NO_ANSWER, DIRTY] },
      { name: "Stripper", make: "Ward", reasons: [LOOSE, BROKEN, DIRTY] },
    ],
  },
  {
    section: "Folder gluer",
    make: "Sun",
    parts: [
      { name: "Folding belts", make: "Sun", reasons: [WORN, GLAZED, MISALIGNED, PLANNED] },
      { name: "Glue head", make: "Sun", reasons: [DIRTY, LEAKING, NO_ANSWER] },
      { name: "Gap control", make: "Sun", reasons: [MISALIGNED, FAULT] },
    ],
  },
  {
    section: "Counter ejector",
    parts: [
      { name: "Ejector chains", reasons: [DRY, LOOSE, BROKEN, PLANNED] },
      { name: "Backstop", reasons: [MISALIGNED, LOOSE] },
      { name: "Ledge fingers", reasons: [BROKEN, LOOSE] },
    ],
  },
  {
    section: "Corrugator wet end",
    make: "Fosber",
    parts: [
      { name: "Corrugating roll", make: "Fosber", reasons: [WORN, "Flutes damaged", DIRTY] },
      { name: "Corrugating roll bearings", make: "Fosber", reasons: [DRY, OVERHEATED, PLANNED] },
      { name: "Glue roll", make: "Fosber", reasons: [DIRTY, LEAKING, WORN] },
      { name: "Splicer", make: "Fosber", reasons: ["Splice missed", FAULT, DIRTY] },
    ],
  },
  {
    section: "Corrugator dry end",
    make: "Fosber",
    parts: [
      { name: "Slitter knives", make: "Fosber", reasons: [WORN, BROKEN, PLANNED] },
      { name: "Cutoff knife", make: "Fosber", reasons: [WORN, MISALIGNED, FAULT] },
      { name: "Stacker", make: "Fosber", reasons: ["Jammed", MISALIGNED, NO_ANSWER] },
    ],
  },
  {
    section: "Transmission",
    parts: [
      { name: "Main drive motor", reasons: [FAULT, OVERHEATED, DRY] },
      { name: "Gearbox", reasons: [LEAKING, DRY, WORN, PLANNED] },
      { name: "Drive belts", reasons: [WORN, LOOSE, BROKEN] },
      { name: "Clutch and brake", reasons: [WORN, OVERHEATED, NO_ANSWER] },
    ],
  },
  {
    section: "Electrical",
    parts: [
      { name: "PLC", reasons: [NO_ANSWER, FAULT, "Program fault"] },
      { name: "Operator panel", reasons: [NO_ANSWER, BROKEN] },
      { name: "Variable frequency drive", reasons: [FAULT, OVERHEATED, NO_ANSWER] },
      { name: "Photo eye", reasons: [DIRTY, MISALIGNED, BROKEN] },
      { name: "E-stop circuit", reasons: [FAULT, "Button stuck", LOOSE] },
    ],
  },
];

const sectionId = (section: number): number => (section + 1) * 100;

export const DEMO_COMPONENTS: (typeof components.$inferInsert & { id: number })[] = TREE.flatMap(
  ({ section, make = null, parts }, index) => [
    { id: sectionId(index), name: section, parentId: null, make, model: null },
    ...parts.map((part, place) => ({
      ...{
        id: sectionId(index) + place + 1,
        name: part.name,
        parentId: sectionId(index),
        make: part.make ?? make,
        model: null,
      },
    })),
  ],
);

/** A reason's id is its component's and a place: 10203 is the third of component 102. */
const reasonsOf = (componentId: number, names: readonly string[]) =>
  names.map((name, place) => ({ id: componentId * 100 + place + 1, componentId, name }));

export const DEMO_REASONS: (typeof componentReasons.$inferInsert & { id: number })[] = TREE.flatMap(
  ({ parts }, index) => [
    ...reasonsOf(sectionId(index), SECTION),
    ...parts.flatMap((part, place) => reasonsOf(sectionId(index) + place + 1, part.reasons)),
  ],
);

/** The ids of a part and of one of its reasons, by their names. */
export function findPart(name: string, reason: string): { componentId: number; reasonId: number } {
  const component = DEMO_COMPONENTS.find((entry) => entry.name === name);
  const found = DEMO_REASONS.find(
    (entry) => entry.componentId === component?.id && entry.name === reason,
  );
  if (!found) throw new Error(`the demo has no ${name} that is ${reason}`);
  return { componentId: found.componentId, reasonId: found.id };
}
