/**
 * How long a page of the audit log takes with a million entries: the statements of features/audit/list-audit.server.ts on
 * SQLite in memory's place, a file, with the indexes of the migrations. `--served`: the page itself, asked by HTTP of a Helios
 * whose D1 has them. Target: 200 ms.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { parseArgs } from "node:util";
import { openDb } from "#app/db/client.server.ts";
import { auditPage, type AuditQuery } from "#app/features/audit/list-audit.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { call, openD1, startHelios } from "./_helios.ts";
import { migrate } from "./_migrated.ts";

export const about = "a page of the audit log with a million entries: ms for each filter";

const START = Date.UTC(2026, 0, 1);
const STEP_MS = 60_000;
const CUSTOMERS = 50;
const PEOPLE = 1_000;
const TARGET_MS = 200;

export function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      entries: { type: "string", default: "1000000" },
      rounds: { type: "string", default: "20" },
      served: { type: "boolean", default: false },
    },
  });
  const [entries, rounds] = [Number(values.entries), Number(values.rounds)];
  if (values.served) return askPages(entries, rounds);
  const folder = mkdtempSync(join(tmpdir(), "helios-audit-"));
  try {
    const sqlite = new DatabaseSync(join(folder, "audit.sqlite"));
    migrate(sqlite);
    fill(sqlite, entries);
    for (const [name, actor, query] of questions(entries)) {
      const { sql, params } = auditPage(
        { db: openDb({} as D1Database), actor },
        { limit: 50, ...query },
      ).toSQL();
      const times = Array.from({ length: rounds }, () => {
        const from = performance.now();
        sqlite.prepare(sql).all(...(params as SQLInputValue[]));
        return performance.now() - from;
      }).sort((a, b) => a - b);
      print(name, times);
    }
    sqlite.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
  return Promise.resolve();
}

function print(name: string, times: readonly number[]): void {
  const worst = times.at(-1)!;
  const words = `${times[times.length >> 1]!.toFixed(2)} ms, at most ${worst.toFixed(2)} ms`;
  console.log(`${name.padEnd(38)} ${words}${worst < TARGET_MS ? "" : "  OVER"}`);
}

/** The page's data as the browser asks for it when a filter is chosen, from the request to the last byte. */
async function askPages(entries: number, rounds: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "helios-audit-"));
  // Filled while nothing else writes.
  await (await startHelios({ dataDir })).stop();
  const d1 = openD1(dataDir);
  fill(d1, entries);
  d1.close();
  const helios = await startHelios({ dataDir });
  try {
    console.log(`${entries} entries; load ${loadavg()[0]!.toFixed(1)}`);
    const at = (part: number) =>
      new Date(START + Math.floor(entries * part) * STEP_MS).toISOString();
    const searches = {
      ...{ newest: "", "in the middle": `?before=${entries >> 1}` },
      "two weeks long ago": `?range=${at(0.1)}..${at(0.12)}`,
      ...{ "one person": "?person=1", "nobody's annotations": "?subject=annotation" },
      ...{ displays: "?subject=display", "busiest one's displays": "?subject=display&person=1" },
    };
    for (const who of ["superuser@helios.example", "admin@acme.example", "admin@globex.example"]) {
      const account = { email: who, password: "Helios-Demo-2026" };
      const { data } = await call<{ data: { token: string } }>(
        `${helios.origin}/v1/login`,
        account,
      );
      for (const [name, search] of Object.entries(searches)) {
        const times: number[] = [];
        for (let round = 0; round < rounds; round++) {
          const from = performance.now();
          const answer = await fetch(`${helios.origin}/audit.data${search}`, {
            headers: { cookie: `sessionId=${data.token}` },
          });
          await answer.text();
          if (!answer.ok) throw new Error(`/audit.data${search} answered ${answer.status}`);
          times.push(performance.now() - from);
        }
        print(
          `${who.split(".")[0]} ${name}`,
          times.sort((a, b) => a - b),
        );
      }
    }
    console.log(`load ${loadavg()[0]!.toFixed(1)}`);
  } finally {
    await helios.stop();
    rmSync(dataDir, { recursive: true });
  }
}

/** Half of it is one person's, of one customer; one entry in 5,000 is of a display, so that a filter finds few among many. */
const fill = (sqlite: DatabaseSync, entries: number): void =>
  sqlite.exec(`insert into audit_entries (at, actor_user_id, actor_role, action, subject_type, subject_id, customer_id, after, count)
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${entries - 1})
    select ${START} + i * ${STEP_MS}, case when i % 2 = 0 then 1 else i % ${PEOPLE} + 1 end, 'admin', case when i % 5000 = 7 then 'display.changed' else 'user.changed' end,
      case when i % 5000 = 7 then 'display' else 'user' end, i % 700, case when i % 2 = 0 then 1 else i % ${CUSTOMERS} + 1 end, '{"first_name":"Name ' || i || '"}', 1 from n`);

function questions(entries: number): [string, Actor, Partial<AuditQuery>][] {
  const boss: Actor = {
    ...{ userId: 1, sessionId: 1, role: "superuser", customerId: null, make: null },
    facilityIds: [],
  };
  const admin: Actor = { ...boss, role: "admin", customerId: 8 };
  const busy: Actor = { ...admin, customerId: 1 };
  const at = (part: number) => START + Math.floor(entries * part) * STEP_MS;
  return [
    ["superuser, newest", boss, {}],
    ["superuser, in the middle", boss, { before: entries >> 1 }],
    ["superuser, two weeks long ago", boss, { from: at(0.1), until: at(0.12) }],
    ["superuser, one person", boss, { actorUserId: 78 }],
    ["superuser, one person, long ago", boss, { actorUserId: 78, until: at(0.1) }],
    ["superuser, displays", boss, { subjectType: "display" }],
    ["superuser, person and displays", boss, { subjectType: "display", actorUserId: 8 }],
    ["superuser, nobody's displays", boss, { subjectType: "display", actorUserId: 4 }],
    ["superuser, the busiest one's displays", boss, { subjectType: "display", actorUserId: 1 }],
    ["superuser, one subject", boss, { subjectType: "user", subjectId: 70 }],
    ["admin, newest", admin, {}],
    ["admin, in the middle", admin, { before: entries >> 1 }],
    ["admin, two weeks long ago", admin, { from: at(0.1), until: at(0.12) }],
    ["admin, displays", admin, { subjectType: "display" }],
    ["admin, displays, long ago", admin, { subjectType: "display", until: at(0.1) }],
    ["admin, nobody's annotations", admin, { subjectType: "annotation" }],
    ["admin, one subject", admin, { subjectType: "user", subjectId: 6 }],
    ["admin, one subject of others", admin, { subjectType: "user", subjectId: 70 }],
    ["admin, one person", admin, { actorUserId: 8 }],
    ["admin, one person and displays", admin, { subjectType: "display", actorUserId: 8 }],
    ["admin of half, newest", busy, {}],
    ["admin of half, nobody's displays", busy, { subjectType: "display" }],
    ["admin of half, busiest one's displays", busy, { subjectType: "display", actorUserId: 1 }],
    ["admin of half, one who did nothing", busy, { actorUserId: 8 }],
    ["admin, one person of nobody", admin, { actorUserId: 9_999 }],
  ];
}
