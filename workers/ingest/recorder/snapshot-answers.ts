/**
 * Answers snapshots: one that fits a part at once, a larger one part by part. While parts are open no upkeep runs, so
 * that the tables stay as they were and all parts are of one instant; batches are taken meanwhile. Large ones are
 * answered one after the other: memory holds one part and one copy of the asked samples.
 */
import type { SnapshotRequest } from "#app/domain/series/recorder-port.ts";
import type {
  NextSnapshotPart,
  SeriesSnapshot,
  SnapshotPart,
} from "#app/domain/series/snapshot.ts";
import { planSnapshot } from "./plan-snapshot.ts";
import {
  isOvertaken,
  prepareAgain,
  prepareSnapshot,
  type Prepared,
  type SnapshotDeps,
} from "./prepare-snapshot.ts";

/** A caller that does not ask for the next part within this time has gone. */
export const PART_PATIENCE_MS = 10_000;

type Deps = SnapshotDeps & {
  /** Waits for the upkeep at work and keeps any other from beginning; answers what ends that. */
  holdUpkeep: () => Promise<() => void>;
};
type Open = {
  parts: Generator<SnapshotPart, void>;
  ahead: SnapshotPart;
  end: () => void;
  patience: ReturnType<typeof setTimeout> | undefined;
};

export class SnapshotAnswers {
  readonly #deps: Deps;
  readonly #open = new Map<string, Open>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async begin(
    request: SnapshotRequest,
  ): Promise<Omit<SeriesSnapshot, "targetSheetsPerHour" | "bands">> {
    let under = await prepareSnapshot(this.#deps, request);
    // From here to the plan nothing waits.
    while (isOvertaken(this.#deps, under)) under = await prepareAgain(this.#deps, request, under);
    const { parts, ...whole } = planSnapshot(this.#deps, request, under);
    const first = parts.next().value as SnapshotPart;
    if (parts.next().done) return { ...whole, ...first, more: null };
    return this.#beginLarge(request, under);
  }

  async #beginLarge(
    request: SnapshotRequest,
    prepared: Prepared,
  ): Promise<Omit<SeriesSnapshot, "targetSheetsPerHour" | "bands">> {
    const end = await this.#deps.holdUpkeep();
    try {
      let under = prepared;
      while (isOvertaken(this.#deps, under)) under = await prepareAgain(this.#deps, request, under);
      const { parts, ...whole } = planSnapshot(this.#deps, request, under);
      const first = parts.next().value as SnapshotPart;
      const id = crypto.randomUUID();
      return { ...whole, ...first, more: this.#advance(id, parts, end) };
    } catch (error) {
      end();
      throw error;
    }
  }

  /** null when nobody asked for so long that it was given up. */
  next(id: string): NextSnapshotPart | null {
    const open = this.#open.get(id);
    if (!open) return null;
    clearTimeout(open.patience);
    this.#open.delete(id);
    try {
      return { ...open.ahead, more: this.#advance(id, open.parts, open.end) };
    } catch (error) {
      open.end();
      throw error;
    }
  }

  /** Makes the part after: what is known to be there can be said to come. Ends the hold with the last one. */
  #advance(id: string, parts: Open["parts"], end: () => void): string | null {
    const { value, done } = parts.next();
    if (done || !value) {
      end();
      return null;
    }
    const patience = setTimeout(() => {
      this.#open.delete(id);
      end();
    }, PART_PATIENCE_MS);
    this.#open.set(id, { parts, ahead: value, end, patience });
    return id;
  }
}
