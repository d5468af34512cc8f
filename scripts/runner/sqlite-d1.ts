/**
 * A D1 within this process: Node's SQLite, which is of the same version as workerd's, with D1's limits, types,
 * transactions and errors. tests/sqlite-d1.test.ts asks it and workerd's D1 the same, so that neither can change alone.
 * It does not know what D1 counts of rows and bytes: `meta` holds the changes only. Errors name no offset in the SQL.
 */
import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import { namesOfCode } from "./sqlite-codes.ts";

type Asked = { sql: string; params: unknown[] };
type Answer = { columns: string[]; rows: unknown[][]; meta: D1Meta };
/** `count` is how many values the last one takes, once it is known. */
type Prepared = { statements: StatementSync[]; columns?: string[]; count?: number };

/** Of workerd, which lets one database serve many customers. */
const LIMITS = {
  attach: 0,
  column: 100,
  compoundSelect: 5,
  exprDepth: 100,
  functionArg: 127,
  likePatternLength: 50,
  sqlLength: 100_000,
  variableNumber: 100,
};
const { SQLITE_ATTACH, SQLITE_FUNCTION, SQLITE_SAVEPOINT, SQLITE_TRANSACTION } = constants;
const REFUSED = new Set([
  SQLITE_ATTACH,
  SQLITE_SAVEPOINT,
  SQLITE_TRANSACTION,
  constants.SQLITE_CREATE_TEMP_INDEX,
  constants.SQLITE_CREATE_TEMP_TABLE,
  constants.SQLITE_CREATE_TEMP_TRIGGER,
  constants.SQLITE_CREATE_TEMP_VIEW,
]);
/** In Node's SQLite and not in workerd's, or not for who asks by D1. */
const REFUSED_FUNCTIONS = new Set([
  ...["ceiling", "json_error_position", "json_pretty", "json_array_insert", "jsonb_array_insert"],
  ...["log10", "power", "subtype", "unistr", "unistr_quote"],
  ...["fts3_tokenizer", "fts5", "fts5_get_locale", "fts5_insttoken", "fts5_locale"],
  ...["fts5_source_id", "matchinfo", "offsets", "optimize"],
  ...["rtreedepth", "rtreenode", "median", "sqlite_log", "sqlite_source_id", "sqlite_version"],
]);
const isRefused = (name: string): boolean =>
  REFUSED_FUNCTIONS.has(name) || /^(?:geopoly_|percentile|sqlite_compileoption_)/.test(name);
/** What is prepared stays so: SQLite makes it anew itself when a table changed, but for the names of the columns. */
const MOST_PREPARED = 1_000;
const WRONG_NUMBER = "Wrong number of parameter bindings for SQL query.";
const ONLY_THE_LAST =
  "When executing multiple SQL statements in a single call, only the last statement can have parameters.";
const UNBINDABLE = Symbol("no value of SQL");
const CHANGES_TABLES = /^\s*(?:create|alter|drop|pragma)\b/i;

/** In memory, or the file of a D1 that workerd made and nobody else has open. */
export function sqliteD1(path = ":memory:"): D1Database & { close(): void } {
  const sqlite = new Sqlite(path);
  const asked = new WeakMap<object, Asked>();

  const statementOf = (one: Asked): D1PreparedStatement => {
    const ask = async (): Promise<Answer> => (await sqlite.answer([one]))[0]!;
    const statement = {
      bind: (...values: unknown[]) => statementOf({ sql: one.sql, params: values.map(taken) }),
      raw: async (options?: { columnNames?: boolean }) => {
        const { columns, rows } = await ask();
        return options?.columnNames ? [columns, ...rows] : rows;
      },
      all: async () => resultOf(await ask()),
      run: async () => resultOf(await ask()),
      first: async (column?: string) => {
        const [row] = resultOf(await ask()).results;
        if (row === undefined) return null;
        if (column === undefined) return row;
        if (row[column] === undefined)
          throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`, {
            cause: new Error("Column not found"),
          });
        return row[column];
      },
    };
    asked.set(statement, one);
    return statement as D1PreparedStatement;
  };

  return {
    prepare: (sql: string) => statementOf({ sql, params: [] }),
    batch: async (statements: D1PreparedStatement[]) => {
      const all = statements.map((statement) => {
        const one = asked.get(statement);
        if (!one) throw new Error("a batch holds a statement of another database");
        return one;
      });
      return (await sqlite.answer(all)).map(resultOf);
    },
    close: () => sqlite.close(),
  } as unknown as D1Database & { close(): void };
}

class Sqlite {
  readonly #db: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #rollback: StatementSync;
  readonly #changes: StatementSync;
  readonly #prepared = new Map<string, Prepared>();
  #isOwn = false;

  constructor(path: string) {
    this.#db = new DatabaseSync(path, { enableDoubleQuotedStringLiterals: true, limits: LIMITS });
    this.#begin = this.#db.prepare("begin");
    this.#commit = this.#db.prepare("commit");
    this.#rollback = this.#db.prepare("rollback");
    this.#changes = this.#db.prepare(
      "select total_changes() as changes, last_insert_rowid() as last",
    );
    this.#db.setAuthorizer((action, _table, name) =>
      (REFUSED.has(action) && !this.#isOwn) || (action === SQLITE_FUNCTION && isRefused(name ?? ""))
        ? constants.SQLITE_DENY
        : constants.SQLITE_OK,
    );
  }

  close(): void {
    this.#db.close();
  }

  /** One transaction, in the order in which they were asked for, and no sooner than what is under way has had its turn. */
  async answer(asked: Asked[]): Promise<Answer[]> {
    await new Promise((done) => setImmediate(done));
    try {
      if (asked.every(({ sql }) => sql.trim() === ""))
        throw new Error("No SQL statements detected.");
      this.#own(this.#begin);
      const answers = asked.map((one) => this.#one(one));
      this.#own(this.#commit);
      return answers;
    } catch (error) {
      if (this.#db.isTransaction) this.#own(this.#rollback);
      const message = messageOf(error);
      throw new Error(`D1_ERROR: ${message}`, { cause: new Error(message) });
    }
  }

  /** Its own transactions: who asks may begin none. */
  #own(statement: StatementSync): void {
    this.#isOwn = true;
    try {
      statement.run();
    } finally {
      this.#isOwn = false;
    }
  }

  #one({ sql, params }: Asked): Answer {
    const before = this.#counts();
    const prepared = this.#prepare(sql);
    const last = prepared.statements.at(-1)!;
    if (prepared.count !== params.length) {
      if (!takes(last, params.length)) throw new Error(WRONG_NUMBER);
      prepared.count = params.length;
    }
    for (const statement of prepared.statements.slice(0, -1)) statement.all();
    const rows = last.all(...(params as SQLInputValue[])) as unknown as unknown[][];
    prepared.columns ??= last.columns().map(({ name }) => name);
    if (CHANGES_TABLES.test(sql)) this.#prepared.clear();
    for (const row of rows) for (const [at, value] of row.entries()) row[at] = given(value);
    const { changes, last: lastRowId } = this.#counts();
    const meta = { changes: changes - before.changes, last_row_id: lastRowId, duration: 0 };
    return { columns: prepared.columns, rows, meta: meta as D1Meta };
  }

  #counts = (): { changes: number; last: number } =>
    this.#changes.get() as { changes: number; last: number };

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statements: StatementSync[] = [];
    // SQLite takes the first statement of a text, and D1 all of them.
    for (
      let rest = sql.trim();
      rest !== "";
      rest = rest.slice(statements.at(-1)!.sourceSQL.length).trim()
    ) {
      const statement = this.#db.prepare(rest);
      statement.setReturnArrays(true);
      statements.push(statement);
    }
    if (statements.slice(0, -1).some((statement) => !takes(statement, 0)))
      throw new Error(ONLY_THE_LAST);
    const prepared = { statements };
    if (this.#prepared.size >= MOST_PREPARED) this.#prepared.clear();
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}

/**
 * Whether a statement has so many places, which Node does not tell: it binds one value after the other, and the statement
 * does not run when one of them cannot be bound, be it for want of a place or, after all places, for what it is.
 */
function takes(statement: StatementSync, count: number): boolean {
  const hasPlaces = (places: number): boolean => {
    try {
      statement.all(...Array<null>(places).fill(null), UNBINDABLE as unknown as null);
    } catch (error) {
      return (error as { code?: string }).code !== "ERR_SQLITE_ERROR";
    }
    throw new Error("a symbol was bound");
  };
  return hasPlaces(count) && !hasPlaces(count + 1);
}

/** A value as D1's client sends it: in JSON, with bytes as a list. */
function taken(value: unknown): SQLInputValue {
  if (typeof value === "string" || value === null) return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (value instanceof ArrayBuffer) return new Uint8Array(value.slice(0));
  if (ArrayBuffer.isView(value)) return Uint8Array.from(value as Uint8Array);
  if (Array.isArray(value) && value.every(isByte)) return Uint8Array.from(value);
  const why = `Type '${typeof value}' not supported for value '${String(value)}'`;
  throw new Error(`D1_TYPE_ERROR: ${why}`, { cause: new Error(why) });
}

const isByte = (value: unknown): value is number =>
  typeof value === "number" && value >= 0 && value < 256;

/** A value as D1's client hears it, likewise. */
function given(value: unknown): unknown {
  if (value instanceof Uint8Array) return [...value];
  if (typeof value === "number") return Number.isFinite(value) ? value + 0 : null;
  return value;
}

/** Of two columns of one name the last. */
const resultOf = ({ columns, rows, meta }: Answer): D1Result<Record<string, unknown>> => ({
  success: true,
  meta: meta as D1Result["meta"],
  results: rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at]]))),
});

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { errcode } = error as { errcode?: number };
  if (error.message === "The SQL query contains no statements.")
    return "SQL code did not contain a statement.";
  return errcode === undefined ? error.message : `${error.message}: ${namesOfCode(errcode)}`;
}
