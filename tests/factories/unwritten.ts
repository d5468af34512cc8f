/**
 * A D1 that takes back what is written, for asking what a call is allowed without it doing anything: a write goes as a batch,
 * which is a transaction, with a statement at its end that fails. What refuses within the write itself is heard as ever.
 */
const WRITES = /^\s*(?:insert|update|delete|replace|with\b[\s\S]*\b(?:insert|update|delete))\b/i;
const SENDS = new Set<PropertyKey>(["raw", "all", "run", "first"]);

const FAILS = "select json('{taken back')";

/** `onWrite` is told of each write that went through but for being taken back; `passes` lets some stay. */
export function unwrittenD1(
  d1: D1Database,
  { onWrite, passes }: { onWrite: () => void; passes: RegExp },
): D1Database {
  const known = new WeakMap<object, { sql: string; statement: D1PreparedStatement }>();
  const isWrite = (sql: string) => WRITES.test(sql) && !passes.test(sql);
  const takeBack = async (statements: D1PreparedStatement[]): Promise<never> => {
    try {
      await d1.batch([...statements, d1.prepare(FAILS)]);
    } catch (error) {
      if (/malformed JSON/.test(String(error))) onWrite();
      throw error;
    }
    throw new Error("a write was not taken back");
  };
  const bound = (target: object, name: PropertyKey): unknown => {
    const value: unknown = Reflect.get(target, name, target);
    return typeof value === "function" ? (value.bind(target) as unknown) : value;
  };
  const guarded = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => guarded(target.bind(...values), sql);
        return SENDS.has(name) && isWrite(sql) ? () => takeBack([statement]) : bound(target, name);
      },
    });
    known.set(proxy, { sql, statement });
    return proxy;
  };
  return new Proxy(d1, {
    get(target, name) {
      if (name === "prepare") return (sql: string) => guarded(target.prepare(sql), sql);
      if (name !== "batch") return bound(target, name);
      return (all: D1PreparedStatement[]) => {
        const own = all.map((one) => known.get(one)?.statement ?? one);
        return all.some((one) => isWrite(known.get(one)?.sql ?? ""))
          ? takeBack(own)
          : target.batch(own);
      };
    },
  });
}
