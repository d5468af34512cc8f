/**
 * Why D1 refused a write. It says so in a text only, and drizzle wraps that text; this is the one place that reads it.
 */
import { AppError } from "#app/domain/errors.ts";

type Column = `${string}.${string}`;
/** `columns` of a foreign key are not told. */
export type Breach = { kind: "unique" | "not_null" | "foreign_key"; columns: string[] };

const KINDS = { UNIQUE: "unique", "NOT NULL": "not_null", "FOREIGN KEY": "foreign_key" } as const;
const BREACH = /(UNIQUE|NOT NULL|FOREIGN KEY) constraint failed(?:: ([\w., ]{1,500}))?/;
/** Wrapped by drizzle, by D1's client, and by what a use case adds. */
const MOST_CAUSES = 5;

/** The constraint that a write would have broken, with its columns as `table.column`; null for any other error. */
export function readBreach(error: unknown): Breach | null {
  for (let each = error, depth = 0; each instanceof Error && depth < MOST_CAUSES; depth++) {
    const [, kind, columns] = BREACH.exec(each.message) ?? [];
    if (kind !== undefined)
      return {
        kind: KINDS[kind as keyof typeof KINDS],
        columns: columns?.split(",").map((column) => column.trim()) ?? [],
      };
    each = each.cause;
  }
  return null;
}

const says = (error: unknown, text: string): boolean => {
  for (let each = error, depth = 0; each instanceof Error && depth < MOST_CAUSES; depth++) {
    if (each.message.includes(text)) return true;
    each = each.cause;
  }
  return false;
};

/**
 * The refusal that a failure of the database itself is; null for any other error. A write that finds the disk of the one
 * machine full says so; a read that does, or a database that cannot be opened for it, is D1's own "internal error".
 */
export function databaseFailure(error: unknown): AppError | null {
  if (says(error, "database or disk is full"))
    return new AppError("unavailable", {
      message: "Helios' disk is full: nothing was changed. Try again when there is room.",
      cause: error,
    });
  if (says(error, "internal error; reference ="))
    return new AppError("unavailable", {
      message: "Helios' database does not answer at the moment. Try again in a few minutes.",
      cause: error,
    });
  return null;
}

/** Whether a row that the write names, or that names what it deletes, is not (or still) there. */
export const isForeignKeyRefused = (error: unknown): boolean =>
  readBreach(error)?.kind === "foreign_key";

/** Whether the value of a unique column, alone or with others of the same index, is another row's. */
export const isTaken = (error: unknown, column: Column): boolean =>
  isBreach(error, "unique", column);

/**
 * Whether a batch was undone because a column that takes no null was given one. A write that must not happen any more
 * gives it one on purpose: D1 has no other way to take a whole batch back.
 */
export const isNullRefused = (error: unknown, column: Column): boolean =>
  isBreach(error, "not_null", column);

function isBreach(error: unknown, kind: Breach["kind"], column: Column): boolean {
  const breach = readBreach(error);
  return breach?.kind === kind && breach.columns.includes(column);
}
