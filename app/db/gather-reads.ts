/**
 * D1 that sends reads together: SELECTs that are asked for side by side leave as one batch, so that a page whose loaders
 * read ten things at once makes one round trip, and the use cases need not know of each other. What writes, and what was
 * built as a batch, passes as it is. When a batch fails, each of its reads is sent alone and fails or not for itself.
 *
 * A batch answers rows as objects by column name, and joined tables share names; so each read is wrapped in a table of
 * numbered columns (SQLite keeps an inner ORDER BY where the outer query has none).
 */
type Row = unknown[];
type Read = {
  sql: string;
  params: unknown[];
  columns: number;
  resolve: (rows: Row[]) => void;
  reject: (error: unknown) => void;
};

/** Loaders and use cases reach their first read after some awaits; nobody waits for a timer. */
const TURNS = 24;

/** `onWrite` is called when a statement that may write goes, and when it is done. */
export function gatherReads(d1: D1Database, onWrite: () => void = () => undefined): D1Database {
  let waiting: Read[] = [];
  /** Statements that came out of here, as D1 knows them. */
  const real = new WeakMap<object, D1PreparedStatement>();

  const flush = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS; turn++) await Promise.resolve();
    const reads = waiting;
    waiting = [];
    const alone = (read: Read) =>
      d1
        .prepare(read.sql)
        .bind(...read.params)
        .raw<Row>()
        .then(read.resolve, read.reject);
    if (reads.length === 1) return void reads.map(alone);
    try {
      const answers = await d1.batch<Record<string, unknown>>(
        reads.map((read) =>
          d1.prepare(withNumberedColumns(read.sql, read.columns)).bind(...read.params),
        ),
      );
      reads.forEach((read, index) => {
        // Object.values goes by the order of the columns, which are never whole numbers.
        read.resolve((answers[index]?.results ?? []).map((row) => Object.values(row)));
      });
    } catch {
      reads.forEach((read) => void alone(read));
    }
  };

  const ask = (sql: string, params: unknown[], columns: number): Promise<Row[]> =>
    new Promise((resolve, reject) => {
      waiting.push({ sql, params, columns, resolve, reject });
      if (waiting.length === 1) void flush();
    });

  const writing = <T>(work: () => Promise<T>): Promise<T> => {
    onWrite();
    return work().finally(onWrite);
  };
  /** The statement, telling of it when it runs. */
  const told = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => told(target.bind(...values));
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        const run = value.bind(target) as (...options: unknown[]) => Promise<unknown>;
        return (...options: unknown[]) => writing(() => run(...options));
      },
    });
    real.set(proxy, statement);
    return proxy;
  };

  const prepare = (sql: string): D1PreparedStatement => {
    const statement = d1.prepare(sql);
    const columns = columnsOf(sql);
    if (columns === null) return told(statement);
    const gathered = (bound: D1PreparedStatement, params: unknown[]): D1PreparedStatement => {
      const proxy = new Proxy(bound, {
        get(target, name) {
          if (name === "bind")
            return (...values: unknown[]) => gathered(statement.bind(...values), values);
          if (name === "raw")
            return (options?: { columnNames?: boolean }) =>
              options?.columnNames ? target.raw({ columnNames: true }) : ask(sql, params, columns);
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? (value.bind(target) as unknown) : value;
        },
      });
      real.set(proxy, bound);
      return proxy;
    };
    return gathered(statement, []);
  };

  return new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") return prepare;
      if (name === "batch")
        return (statements: D1PreparedStatement[]) =>
          writing(() =>
            target.batch(statements.map((statement) => real.get(statement) ?? statement)),
          );
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

const withNumberedColumns = (sql: string, columns: number): string =>
  `with gathered(${Array.from({ length: columns }, (_, index) => `c${index}`).join(", ")}) as (${sql}) select * from gathered`;

/** The texts of queries are few, but for those with lists in them. */
const MOST_KNOWN = 500;
const known = new Map<string, number | null>();

function columnsOf(sql: string): number | null {
  let columns = known.get(sql);
  if (columns === undefined) {
    columns = countColumns(sql);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(sql, columns);
  }
  return columns;
}

/**
 * How many columns a SELECT answers, counted as drizzle writes them: the commas before the outermost FROM. Null for
 * what is no plain SELECT, or counts nothing that can be told (a star).
 */
export function countColumns(sql: string): number | null {
  if (!/^\s*select\s/i.test(sql)) return null;
  let depth = 0;
  let columns = 1;
  for (let at = 0; at < sql.length; at++) {
    const character = sql[at]!;
    if (character === '"' || character === "'" || character === "`") {
      at = sql.indexOf(character, at + 1);
      if (at === -1) return null;
    } else if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (depth > 0) continue;
    else if (character === ",") columns++;
    else if (character === "*") return null;
    else if (/^\sfrom\s/i.test(sql.slice(at, at + 6))) return columns;
  }
  return null;
}
