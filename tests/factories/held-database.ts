/** A Helios whose D1 stops in the middle of a statement, so that a kill falls before it and never comes too late. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { identifyFolder, kill, listWorkerds } from "#scripts/runner/processes.ts";

/** More than SQLite keeps in memory of what is not committed: the rest goes to its log at once. */
const MARKS = 2_000;
const MARK_BYTES = 4_000;

/**
 * The named statement does not end, of a row of which `when` holds; what it waits in is one that no other one looks at.
 * `first`: statements that come with it, at once. Answers a question: whether a statement stands there. Before it stands it
 * writes so many marks that they reach SQLite's log, where they are read; no other statement writes them, and nothing of
 * them is ever committed.
 */
export function holdAt(
  db: DatabaseSync,
  step: string,
  { when, first = "" }: { when?: string; first?: string } = {},
): () => boolean {
  // In capitals only where it was written: the trigger's own text reaches the log too, and marks of another hold stay in it.
  const mark = `held ${randomUUID()}`;
  db.exec(`
    begin immediate;
    ${first}
    create view without_end as
      with recursive n(i) as (select 1 union all select i + 1 from n limit 1000000000000) select i from n;
    create table held_marks (mark);
    create trigger held before ${step} ${when === undefined ? "" : `when ${when}`}
      begin
        insert into held_marks
          select upper('${mark}') || hex(zeroblob(${MARK_BYTES / 2})) from (select i from without_end limit ${MARKS});
        select count(*) from without_end;
      end;
    commit;`);
  const log = `${db.location()}-wal`;
  return () => readFileSync(log).includes(mark.toUpperCase());
}

export const release = (db: DatabaseSync): void =>
  db.exec("drop trigger held; drop table held_marks; drop view without_end;");

/** Kills what serves, in the middle of what it does; the runner starts another one. */
export function killWorkerd(dataDir: string): void {
  const pids = listWorkerds(identifyFolder(dataDir));
  expect(pids).not.toEqual([]);
  pids.forEach(kill);
}
