/**
 * What files of tests that share a process could change for each other: names of the global object and what these hold
 * (a method of Date, of console, of a prototype), variables of the environment, listeners of the process, its folder,
 * its exit code, and how it writes to the screen. By name, compared by identity.
 */
export type ProcessState = ReadonlyMap<string, unknown>;

/** Vitest's own, which differ from file to file; what zod adds when it is loaded; Node's storages, which warn when they are read. */
const NOT_READ = /vitest|^__zod_global|^(local|session)Storage$/i;
/** What a package may listen to as soon as it is loaded: it hears of other listeners only. */
const OF_LISTENERS = new Set<string | symbol>(["newListener", "removeListener"]);

export function readProcessState(): ProcessState {
  const state = new Map<string, unknown>();
  // Under symbols packages keep what they share.
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (NOT_READ.test(name)) continue;
    const value: unknown = Reflect.get(globalThis, name);
    state.set(name, value);
    if (!isHolder(value) || value === globalThis || value === process) continue;
    addMembers(state, name, value);
    if (typeof value === "function" && isHolder(value.prototype))
      addMembers(state, `${name}.prototype`, value.prototype);
  }
  for (const [name, value] of Object.entries(process.env))
    if (!NOT_READ.test(name)) state.set(`process.env.${name}`, value);
  for (const event of process.eventNames())
    if (!OF_LISTENERS.has(event))
      state.set(`listeners of process for ${String(event)}`, process.listenerCount(event));
  state.set("process.cwd()", process.cwd());
  state.set("process.exitCode", process.exitCode);
  state.set("process.stdout.write", process.stdout.write);
  state.set("process.stderr.write", process.stderr.write);
  return state;
}

/** Names of what is not as it was, with what is new and what is gone. */
export function changedSince(before: ProcessState): string[] {
  const now = readProcessState();
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].filter((name) => !Object.is(before.get(name), now.get(name)));
}

const isHolder = (value: unknown): value is object =>
  (typeof value === "object" && value !== null) || typeof value === "function";

function addMembers(state: Map<string, unknown>, name: string, holder: object): void {
  for (const key of Reflect.ownKeys(holder)) {
    const member = Object.getOwnPropertyDescriptor(holder, key);
    state.set(`${name}.${String(key)}`, member?.get ?? member?.value);
  }
}
