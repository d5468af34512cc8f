/**
 * Why D1 refused a write. It says so in a text only, and drizzle wraps that text; this is the one place that reads it.
 */
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

/** Whether there was no room left on the disk of the one machine that Helios runs on. */
export function isDiskFull(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < MOST_CAUSES; depth++) {
    if (each.message.includes("database or disk is full")) return true;
    each = each.cause;
  }
  return false;
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
