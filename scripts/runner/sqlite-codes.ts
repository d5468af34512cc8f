/** How workerd names SQLite's codes of errors: those that SQL can bring about. */
const NAMES = new Map([
  [1, "SQLITE_ERROR"],
  [13, "SQLITE_FULL"],
  [18, "SQLITE_TOOBIG"],
  [19, "SQLITE_CONSTRAINT"],
  [20, "SQLITE_MISMATCH"],
  [23, "SQLITE_AUTH"],
  [275, "SQLITE_CONSTRAINT_CHECK"],
  [787, "SQLITE_CONSTRAINT_FOREIGNKEY"],
  [1299, "SQLITE_CONSTRAINT_NOTNULL"],
  [1555, "SQLITE_CONSTRAINT_PRIMARYKEY"],
  [1811, "SQLITE_CONSTRAINT_TRIGGER"],
  [2067, "SQLITE_CONSTRAINT_UNIQUE"],
  [2579, "SQLITE_CONSTRAINT_ROWID"],
  [3091, "SQLITE_CONSTRAINT_DATATYPE"],
]);

/** An extended code holds its kind in the lowest eight bits. */
export function namesOfCode(code: number): string {
  const name = (one: number): string => NAMES.get(one) ?? `SQLite ${one}`;
  const kind = code & 0xff;
  return kind === code ? name(code) : `${name(kind)} (extended: ${name(code)})`;
}
