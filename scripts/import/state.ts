/** How far an import came, in a file beside its input: written after every stored batch, removed at the end. */
import { existsSync, rmSync } from "node:fs";
import { readWhole, writeWhole } from "#simulator/files.ts";
import type { PreviousTimes } from "./row-reader.ts";
import type { Position } from "./source.ts";
import type { Tally } from "./tally.ts";
import { UserFault } from "./user-fault.ts";

/** What makes it the same import: the file as it was, and how it is read and where it goes. */
export type Fingerprint = Record<string, string | number | null>;
export type Progress = {
  position: Position;
  previous: PreviousTimes;
  tally: Tally;
  batches: number;
};

export class ImportState {
  readonly path: string;
  readonly #of: Fingerprint;

  constructor(path: string, of: Fingerprint) {
    this.path = path;
    this.#of = of;
  }

  /** null when the import begins. Throws a UserFault when the file belongs to another import. */
  load(): Progress | null {
    if (!existsSync(this.path)) return null;
    const kept = readWhole(this.path) as { of?: Fingerprint; progress?: Progress } | null;
    if (!kept?.of || !kept.progress)
      throw new UserFault(`${this.path} is no state of an import; name another file with --state.`);
    const changed = Object.keys(this.#of).filter((key) => kept.of?.[key] !== this.#of[key]);
    if (changed.length > 0)
      throw new UserFault(
        `${this.path} is of an import with another ${changed.join(", ")}; delete it to begin anew, or name another file with --state.`,
      );
    return kept.progress;
  }

  save(progress: Progress): void {
    writeWhole(this.path, { of: this.#of, progress });
  }

  remove(): void {
    rmSync(this.path, { force: true });
  }
}
