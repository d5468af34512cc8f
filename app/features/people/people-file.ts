/** Many people at once from a CSV file: its columns, what is read of it, and what is answered before and after inviting. */
import { z } from "zod";
import { CUSTOMER_ROLES } from "#app/domain/access/types.ts";
import type { MAX_PEOPLE_AT_ONCE } from "#app/domain/limits.ts";
import type { Problem } from "#app/domain/problems.ts";
import { newPerson } from "./person.ts";

/** The first three must be there; facilities are names, divided by `|`. */
export const PEOPLE_COLUMNS = [
  "first_name",
  "last_name",
  "email",
  "phone",
  "role",
  "facilities",
  "locale",
] as const;
export const REQUIRED_COLUMNS = ["first_name", "last_name", "email"] as const;

export const MAX_PEOPLE_CSV = 32_000;
/** What a page sends: the file's text. */
export const peopleFileForm = z.object({ csv: z.string().trim().min(1).max(MAX_PEOPLE_CSV) });

const emptyIs =
  <T>(value: T) =>
  (given: unknown) =>
    given === "" || given === undefined ? value : given;
const lower = (given: unknown) => (typeof given === "string" ? given.trim().toLowerCase() : given);

/** A line of the file as the form of one person has it; facilities as their names. */
export const personLine = newPerson
  .pick({ first_name: true, last_name: true, email: true, phone: true })
  .extend({
    role: z.preprocess((given) => emptyIs("user")(lower(given)), z.enum(CUSTOMER_ROLES)),
    locale: z.preprocess((given) => emptyIs(null)(lower(given)), newPerson.shape.locale),
  });

export type PeopleRow = {
  /** Of the file, from 1. */
  line: number;
  name: string;
  email: string;
  role: string;
  facilities: string[];
  /** By column; none: the person can be invited, or was. */
  problems: Record<string, Problem[]>;
};
export type PeopleFile = {
  rows: PeopleRow[];
  added: number;
  refused: number;
  /** False: nobody was invited. */
  isDone: boolean;
};
export type FileFault =
  | { kind: "unreadable"; line: number }
  | { kind: "no_columns"; names: string }
  | { kind: "empty" }
  | { kind: "too_many"; most: typeof MAX_PEOPLE_AT_ONCE };

export const peopleFileJson = z.object({
  is_done: z.boolean(),
  added: z.int(),
  refused: z.int(),
  rows: z.array(
    z.object({
      ...{ line: z.int(), name: z.string(), email: z.string(), role: z.string() },
      facilities: z.array(z.string()),
      problems: z.record(z.string(), z.array(z.looseObject({ code: z.string() }))),
    }),
  ),
});

export function faultInEnglish(fault: FileFault): string {
  switch (fault.kind) {
    case "unreadable":
      return `The file cannot be read from line ${fault.line} on.`;
    case "no_columns":
      return `The file has no column ${fault.names}.`;
    case "empty":
      return "The file has no line below its columns.";
    case "too_many":
      return `A file has at most ${fault.most} people.`;
  }
}
