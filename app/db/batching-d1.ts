/**
 * A D1 whose reads travel together: the SELECTs that are asked for within one turn of the event loop leave as one
 * batch (DataLoader), so that a page whose loaders read ten things side by side makes one round trip, and the use
 * cases need not know of each other. Everything else goes as it is. When a batch fails, each of its reads is sent
 * alone, and fails or not for itself.
 */
import DataLoader from "dataloader";
import { setImmediate } from "node:timers";

type Row = unknown[];
type Read = { sql: string; params: unknown[] };
type Sent = { reads: DataLoader<Read, Row[]>; onWrite: () => void };

/** `onWrite` is called when a statement that may write goes, and when it is done. */
export function batchingD1(d1: D1Database, onWrite: () => void = () => undefined): D1Database {
  const reads = new DataLoader<Read, Row[]>((asked) => readTogether(d1, asked), {
    cache: false,
    // After every promise that is settled already; the library's own choice in workerd runs before them.
    batchScheduleFn: (send) => void setImmediate(send),
  });
  return new BatchingD1(d1, { reads, onWrite });
}

async function readTogether(
  d1: D1Database,
  asked: readonly Read[],
): Promise<ArrayLike<Row[] | Error>> {
  const alone = ({ sql, params }: Read): Promise<Row[] | Error> =>
    d1
      .prepare(sql)
      .bind(...params)
      .raw<Row>()
      .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
  if (asked.length === 1) return Promise.all(asked.map(alone));
  try {
    const answers = await d1.batch<Record<string, unknown>>(
      asked.map(({ sql, params }) => d1.prepare(withOwnNames(sql)).bind(...params)),
    );
    // A batch answers rows as objects; the order of their keys is that of the columns.
    return answers.map(({ results }) => results.map((row) => Object.values(row)));
  } catch {
    return Promise.all(asked.map(alone));
  }
}

/**
 * A batch's rows are objects by column name, and joined tables share names. SQLite tells the columns of a subquery
 * apart (`id`, `id:1`), and keeps its order where the outer query has none.
 */
const withOwnNames = (sql: string): string => `select * from (${sql})`;

const isSelect = (sql: string): boolean => /^\s*select\s/i.test(sql);

class BatchingD1 implements D1Database {
  readonly #d1: D1Database;
  readonly #sent: Sent;

  constructor(d1: D1Database, sent: Sent) {
    this.#d1 = d1;
    this.#sent = sent;
  }

  prepare(sql: string): D1PreparedStatement {
    return new Statement(this.#d1.prepare(sql), { sql, params: [] }, this.#sent);
  }

  batch<T>(statements: D1PreparedStatement[]): Promise<D1Result<T>[]> {
    return writing(this.#sent, () => this.#d1.batch<T>(statements.map(Statement.real)));
  }

  exec(sql: string): Promise<D1ExecResult> {
    return writing(this.#sent, () => this.#d1.exec(sql));
  }

  withSession(constraintOrBookmark?: D1SessionBookmark | D1SessionConstraint): D1DatabaseSession {
    return this.#d1.withSession(constraintOrBookmark);
  }

  /** Of the alpha's databases only. */
  dump(): Promise<ArrayBuffer> {
    return Promise.reject(new Error("D1 dumps no database"));
  }
}

class Statement implements D1PreparedStatement {
  readonly #statement: D1PreparedStatement;
  readonly #read: Read;
  readonly #sent: Sent;

  constructor(statement: D1PreparedStatement, read: Read, sent: Sent) {
    this.#statement = statement;
    this.#read = read;
    this.#sent = sent;
  }

  static real(statement: D1PreparedStatement): D1PreparedStatement {
    return statement instanceof Statement ? statement.#statement : statement;
  }

  bind(...params: unknown[]): D1PreparedStatement {
    return new Statement(
      this.#statement.bind(...params),
      { sql: this.#read.sql, params },
      this.#sent,
    );
  }

  raw<T = unknown[]>(options: { columnNames: true }): Promise<[string[], ...T[]]>;
  raw<T = unknown[]>(options?: { columnNames?: false }): Promise<T[]>;
  raw<T = unknown[]>(options?: { columnNames?: boolean }): Promise<T[] | [string[], ...T[]]> {
    if (options?.columnNames === true)
      return this.#run(() => this.#statement.raw<T>({ columnNames: true }));
    return isSelect(this.#read.sql)
      ? (this.#sent.reads.load(this.#read) as Promise<T[]>)
      : this.#run(() => this.#statement.raw<T>());
  }

  all<T = Record<string, unknown>>(): Promise<D1Result<T>> {
    return this.#run(() => this.#statement.all<T>());
  }

  run<T = Record<string, unknown>>(): Promise<D1Result<T>> {
    return this.#run(() => this.#statement.run<T>());
  }

  first<T = unknown>(column: string): Promise<T | null>;
  first<T = Record<string, unknown>>(): Promise<T | null>;
  first<T>(column?: string): Promise<T | null> {
    return this.#run(() =>
      column === undefined ? this.#statement.first<T>() : this.#statement.first<T>(column),
    );
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return isSelect(this.#read.sql) ? work() : writing(this.#sent, work);
  }
}

/** What may write is told of before and after. */
function writing<T>({ onWrite }: Sent, work: () => Promise<T>): Promise<T> {
  onWrite();
  return work().finally(onWrite);
}
