/**
 * A D1 that lives in another process's workerd: each call is one request to it (tests/setup/databases.ts). By node:http,
 * which takes a quarter of the time that fetch does: the tests make some hundred thousand of them.
 */
import { Agent, request } from "node:http";

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

/** workerd closes a connection that was idle for 5 s; it is not used again some time before. */
const IDLE_MS = 2_000;
const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxSockets: 64 });

function post(address: URL, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request(address, { agent, method: "POST" }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => resolve(Buffer.concat(parts).toString()));
      response.on("error", reject);
    });
    sending.on("error", (error: NodeJS.ErrnoException) => {
      // Closed while idle, and noticed only now: nothing of it was heard.
      if (sending.reusedSocket && error.code === "ECONNRESET") resolve(post(address, body));
      else reject(error);
    });
    sending.end(body);
  });
}

export function remoteD1(address: string): D1Database {
  const url = new URL(address);
  const sent = new WeakMap<object, Statement>();

  const send = async (
    how: string,
    statements: Statement[],
    options: unknown[] = [],
  ): Promise<unknown> => {
    const body = JSON.stringify({
      how,
      options,
      statements: statements.map(({ sql, params }) => ({ sql, params: params?.map(wire) })),
    });
    const answer = JSON.parse(await post(url, body)) as Answer;
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
