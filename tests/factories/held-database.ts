/** A Helios whose D1 stops in the middle of a statement, so that a kill falls before it and never comes too late. */
import type { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { identifyFolder, kill, listWorkerds } from "#scripts/runner/processes.ts";
import { openLocalDatabase } from "#tests/local-database.ts";

/**
 * The named statement does not end, of a row of which `when` holds; what it waits in is one that no other one looks at.
 * `first`: statements that come with it, at once.
 */
export function holdAt(
  db: DatabaseSync,
  step: string,
  { when, first = "" }: { when?: string; first?: string } = {},
): void {
  db.exec(`
    begin immediate;
    ${first}
    create view without_end as
      with recursive n(i) as (select 1 union all select i + 1 from n limit 1000000000000) select i from n;
    create trigger held before ${step} ${when === undefined ? "" : `when ${when}`}
      begin select count(*) from without_end; end;
    commit;`);
}

export const release = (db: DatabaseSync): void =>
  db.exec("drop trigger held; drop view without_end;");

/** Whether a statement has been writing for longer than any other does: `heldMs` are waited for it to end. */
export function isHeld(dataDir: string, heldMs = 1_000): boolean {
  const other = openLocalDatabase(dataDir, heldMs);
  try {
    other.exec("begin immediate; rollback;");
    return false;
  } catch {
    return true;
  } finally {
    other.close();
  }
}

/** Kills what serves, in the middle of what it does; the runner starts another one. */
export function killWorkerd(dataDir: string): void {
  const pids = listWorkerds(identifyFolder(dataDir));
  expect(pids).not.toEqual([]);
  pids.forEach(kill);
}
