/** Many people at once from a CSV file: its columns, what is read of it, and what is answered before and after inviting. */
import { z } from "zod";
import { CUSTOMER_ROLES } from "#app/domain/access/types.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { problemText, type Problem } from "#app/domain/problems.ts";
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

type PeopleColumn = (typeof PEOPLE_COLUMNS)[number];
const SPANISH_NAMES: Readonly<Record<PeopleColumn, string>> = {
  ...{ first_name: "nombre", last_name: "apellido", email: "correo", phone: "teléfono" },
  ...{ role: "rol", facilities: "instalaciones", locale: "idioma" },
};
/** What a column is called in the example and in what is said of a file; other names of problems stay as they are. */
export const columnIn = (locale: Locale, name: string): string =>
  (locale === "es" ? (SPANISH_NAMES as Record<string, string>)[name] : undefined) ?? name;

const OTHER_NAMES: Readonly<Record<string, PeopleColumn>> = {
  ...{ nombres: "first_name", apellidos: "last_name", e_mail: "email" },
  ...{ correo_electronico: "email", facility: "facilities", instalacion: "facilities" },
  language: "locale",
};
const plain = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[ -]/g, "_")
    .replace(/\(s\)$/, "s");
const COLUMN_OF: ReadonlyMap<string, string> = new Map([
  ...Object.entries(OTHER_NAMES),
  ...Object.entries(SPANISH_NAMES).map(([column, name]) => [plain(name), column] as const),
]);
/** The column that a file's first line names, in English or Spanish. */
export const columnOf = (name: string): string => COLUMN_OF.get(plain(name)) ?? plain(name);

/** Under which name the problems of a whole line stand, beside those of the columns. */
export const LINE = "line";

export const MAX_PEOPLE_CSV = 32_000;
/** The file's text, with its blank lines: lines are counted in it. */
export const peopleFile = z.object({ csv: z.string().min(1).max(MAX_PEOPLE_CSV) });
/** A form has at most 64 KiB, in which a letter with an accent takes six bytes. */
const fitsInForm = (csv: string): boolean =>
  new URLSearchParams({ csv }).toString().length < 64_000;
/** The page's form looks first, and invites what was looked at. */
export const peopleFileForm = z.object({
  csv: peopleFile.shape.csv.refine(fitsInForm, problemText({ code: "too_long", most: 20_000 })),
  step: z.enum(["look", "invite"]),
});
/** What the page shows after either step: the text as it was sent, and its lines. */
export type PeopleFileDone = { csv: string; file: PeopleFile };

const emptyIs =
  <T>(value: T) =>
  (given: unknown) =>
    given === "" || given === undefined ? value : given;
const lower = (given: unknown) => (typeof given === "string" ? given.trim().toLowerCase() : given);

/** What may be written for a role or a language beside its own word. */
const OTHER_WORDS: Record<string, string> = {
  ...{ usuario: "user", usuaria: "user", administrador: "admin", administradora: "admin" },
  ...{ english: "en", inglés: "en", ingles: "en", spanish: "es", español: "es", espanol: "es" },
};
const word = (given: unknown) => {
  const text = lower(given);
  return typeof text === "string" ? (OTHER_WORDS[text] ?? text) : text;
};

/** A line of the file as the form of one person has it; facilities as their names. */
export const personLine = newPerson
  .pick({ first_name: true, last_name: true, email: true, phone: true })
  .extend({
    role: z.preprocess((given) => emptyIs("user")(word(given)), z.enum(CUSTOMER_ROLES)),
    locale: z.preprocess((given) => emptyIs(null)(word(given)), newPerson.shape.locale),
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
