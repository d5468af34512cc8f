import { openDb } from "#app/db/client.server.ts";
import { hashSamplerKey } from "#app/domain/samplers/keys.ts";
import {
  findSamplerByKey,
  type KeyHolder,
} from "#app/features/samplers/find-sampler-by-key.server.ts";
import { nowMs, type IngestEnv } from "#app/platform/env.ts";
import { unavailable, unknownKey } from "./refusal.ts";

/**
 * Which sampler a key belongs to, remembered per isolate so that D1 is off the telemetry path.
 * The recorder has the last word on every batch, so a remembered key may be old: a known one is asked
 * again after ten minutes, and kept on while D1 fails; an unknown one is refused for five seconds
 * without asking. Both are bounded, apart, so that guesses do not push out good keys.
 */
const KNOWN_MS = 600_000;
const UNKNOWN_MS = 5_000;
const MAX_KNOWN = 10_000;
const MAX_UNKNOWN = 1_000;

export type Caller = KeyHolder & { key: string; keyHash: string };
type Known = { caller: Caller; checkedAtMs: number };
type Env = Pick<IngestEnv, "DB" | "HELIOS_MODE" | "CLOCK_OFFSET_MS">;

export class KeyDirectory {
  private readonly known = new Map<string, Known>();
  private readonly unknown = new Map<string, number>();

  /** The caller of a request; throws a refusal. */
  async require(env: Env, key: string): Promise<Caller> {
    const now = nowMs(env);
    const entry = this.known.get(key);
    if (entry && now - entry.checkedAtMs < KNOWN_MS && isValid(entry.caller, now))
      return entry.caller;
    return this.ask(env, key, entry);
  }

  /** The caller as D1 knows it now, whatever is remembered; throws a refusal. A remembered `entry` stands in while D1 fails. */
  async ask(env: Env, key: string, entry: Known | undefined = undefined): Promise<Caller> {
    const now = nowMs(env);
    const refusedAtMs = this.unknown.get(key);
    if (refusedAtMs !== undefined && Math.abs(now - refusedAtMs) < UNKNOWN_MS) throw unknownKey();
    const keyHash = entry?.caller.keyHash ?? (await hashSamplerKey(key));
    let holder: KeyHolder | null;
    try {
      holder = await findSamplerByKey({ db: openDb(env.DB), now }, keyHash);
    } catch {
      if (entry && isValid(entry.caller, now)) return entry.caller;
      throw unavailable("The sampler key cannot be checked just now; send the same batch again.");
    }
    if (!holder) {
      this.known.delete(key);
      remember(this.unknown, key, now, MAX_UNKNOWN);
      throw unknownKey();
    }
    const caller: Caller = { ...holder, key, keyHash };
    this.unknown.delete(key);
    remember(this.known, key, { caller, checkedAtMs: now }, MAX_KNOWN);
    return caller;
  }

  forget(key: string): void {
    this.known.delete(key);
  }
}

const isValid = (caller: Caller, now: number): boolean =>
  caller.expiresAtMs === null || caller.expiresAtMs > now;

/** The oldest entry leaves when the map is full. */
function remember<V>(map: Map<string, V>, key: string, value: V, limit: number): void {
  map.delete(key);
  if (map.size >= limit) {
    const oldest = map.keys().next();
    if (!oldest.done) map.delete(oldest.value);
  }
  map.set(key, value);
}
