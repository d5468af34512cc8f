/** A Helios whose D1 stops in the middle of a statement, so that a kill falls before it and never comes too late. */
import type { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { identifyFolder, kill, listWorkerds } from "#scripts/runner/processes.ts";
import { openLocalDatabase } from "#tests/local-database.ts";

/** Waited for another writer to end. */
const HELD_MS = 1_000;

/** The named statement does not end; what it waits in is one that no other one looks at. */
export function holdAt(db: DatabaseSync, step: string): void {
  db.exec(`
    begin immediate;
    create view without_end as
      with recursive n(i) as (select 1 union all select i + 1 from n limit 1000000000000) select i from n;
    create trigger held before ${step} begin select count(*) from without_end; end;
    commit;`);
}

export const release = (db: DatabaseSync): void =>
  db.exec("drop trigger held; drop view without_end;");

/** Whether a statement has been writing for longer than any other does. */
export function isHeld(dataDir: string): boolean {
  const other = openLocalDatabase(dataDir, HELD_MS);
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
