/** A D1 that lives in another process's workerd: each call is one request to it (tests/setup/databases.ts). */

type Statement = { sql: string; params?: unknown[] };
type Answer = { value: unknown; error?: undefined } | { error: string; cause?: string };

/** What JSON does not say: bytes, and undefined, which D1 refuses. */
function wire(value: unknown): unknown {
  if (value === undefined) return { kind: "undefined" };
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
    return { kind: "bytes", base64: base64Of(value) };
  return value;
}

const base64Of = (bytes: ArrayBuffer | ArrayBufferView): string =>
  (bytes instanceof ArrayBuffer
    ? Buffer.from(bytes)
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  ).toString("base64");

export function remoteD1(address: string): D1Database {
  const sent = new WeakMap<object, Statement>();

  const send = async (
    how: string,
    statements: Statement[],
    options: unknown[] = [],
  ): Promise<unknown> => {
    const response = await fetch(address, {
      method: "POST",
      body: JSON.stringify({
        how,
        options,
        statements: statements.map(({ sql, params }) => ({ sql, params: params?.map(wire) })),
      }),
    });
    const answer = (await response.json()) as Answer;
    if (answer.error !== undefined)
      throw new Error(answer.error, answer.cause ? { cause: new Error(answer.cause) } : undefined);
    return answer.value;
  };

  const statementOf = (statement: Statement): D1PreparedStatement => {
    const one = {
      bind: (...params: unknown[]) => statementOf({ sql: statement.sql, params }),
      raw: (...options: unknown[]) => send("raw", [statement], options),
      all: () => send("all", [statement]),
      run: () => send("run", [statement]),
      first: (...options: unknown[]) => send("first", [statement], options),
    } as unknown as D1PreparedStatement;
    sent.set(one, statement);
    return one;
  };

  return {
    prepare: (sql: string) => statementOf({ sql }),
    batch: (statements: D1PreparedStatement[]) =>
      send(
        "batch",
        statements.map((statement) => {
          const known = sent.get(statement);
          if (!known) throw new Error("a batch holds a statement of another database");
          return known;
        }),
      ),
    exec: (sql: string) => send("exec", [{ sql }]),
  } as unknown as D1Database;
}
