import type { Make } from "#app/domain/access/types.ts";

const CONVERTER = [
  "feeder",
  "printing",
  "die cutting",
  "folding",
  "counter ejector",
  "stacker",
] as const;
const CORRUGATOR = [
  "splicer",
  "single facer",
  "glue",
  "double facer",
  "slitter-scorer",
  "cutoff",
  "stacker",
] as const;
export type Section = (typeof CONVERTER)[number] | (typeof CORRUGATOR)[number];

/** Makes whose machines make board; those of the others make boxes of it. */
const CORRUGATORS: ReadonlySet<string> = new Set<Make>(["Fosber"]);

/** The sections of a make's machines, in the order in which a sheet passes them. */
export const sectionsOf = (make: string): readonly Section[] =>
  CORRUGATORS.has(make) ? CORRUGATOR : CONVERTER;

export const SECTIONS: readonly Section[] = [...new Set([...CONVERTER, ...CORRUGATOR])];
export const isSection = (text: string): text is Section =>
  (SECTIONS as readonly string[]).includes(text);
