/**
 * A recorder whose own storage is gone knows nothing of the machine's samples, though their objects are still there. It
 * says so for every range that begins before, instead of answering that there was nothing, and takes new samples under
 * names that no old object has.
 */
import { SeriesLostError } from "#app/storage/damage.ts";
import { devicePrefixes } from "#app/storage/keys.ts";
import type { ObjectStore } from "#app/storage/object-store.ts";
import type { LogStore } from "./log-store.ts";

type Deps = {
  deviceId: number;
  log: LogStore;
  store: ObjectStore;
  now: () => number;
  report: (event: { event: "recorder_storage_lost"; beforeMs: number }) => void;
};
/** Until when samples are lost; null when none are. */
type Known = { beforeMs: number | null };

export class StorageLoss {
  readonly #deps: Deps;
  #known: Known | null;
  /** The storage was empty when it was woken first, and nobody has looked for objects since. */
  #isUnknown: boolean;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { log } = deps;
    this.#known = log.readMeta<Known>("storage_begun");
    this.#isUnknown =
      log.readMetaIfIntact("storage_unknown") ?? (log.lastSeq === 0 && !log.hasMeta("generation"));
  }

  /** As `look`, for who can do without: samples are taken also while the store is away. */
  async tryToLook(): Promise<void> {
    if (this.#known) return;
    const { log } = this.#deps;
    await this.look().catch((error: unknown) => {
      if (!log.hasMeta("storage_unknown")) log.writeMeta("storage_unknown", this.#isUnknown);
      return error;
    });
  }

  /** Looks whether there are objects that an empty storage does not know; once, then it is remembered. Throws what the store throws. */
  async look(): Promise<void> {
    if (this.#known) return;
    const { deviceId, log, store, now, report } = this.#deps;
    let isLost = false;
    for (const prefix of this.#isUnknown ? devicePrefixes(deviceId) : [])
      isLost ||= await store.has(prefix);
    if (this.#known) return;
    this.#known = { beforeMs: isLost ? now() : null };
    log.writeMeta("storage_begun", this.#known);
    if (this.#known.beforeMs === null) return;
    // Above every generation of the old objects, which grow by one an object.
    log.writeMeta("generation", Math.floor(now() / 1000));
    report({ event: "recorder_storage_lost", beforeMs: this.#known.beforeMs });
  }

  /** Throws SeriesLostError when samples from then on may be lost. */
  require(startMs: number): void {
    const beforeMs = this.#known?.beforeMs ?? null;
    if (beforeMs !== null && startMs < beforeMs)
      throw new SeriesLostError(this.#deps.deviceId, beforeMs);
  }
}
