/**
 * How long a page of the alarm journal and the count beside it take with 100,000 entries: the statements of
 * features/alarms/list-journal.server.ts on SQLite in a file, with the indexes of the migrations. Target: 200 ms for both.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { parseArgs } from "node:util";
import { openDb } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { journalCount, journalPage } from "#app/features/alarms/list-journal.server.ts";
import { migrate } from "./_migrated.ts";

export const about = "a page of the alarm journal with 100,000 entries, and its count: ms";

type JournalFilter = Parameters<typeof journalPage>[1];

const START = Date.UTC(2025, 0, 1);
const STEP_MS = 600_000;
const [CUSTOMERS, FACILITIES, MACHINES] = [5, 10, 200];
const TARGET_MS = 200;
const LIMIT = 20;

export function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      entries: { type: "string", default: "100000" },
      rounds: { type: "string", default: "20" },
    },
  });
  const [entries, rounds] = [Number(values.entries), Number(values.rounds)];
  const folder = mkdtempSync(join(tmpdir(), "helios-journal-"));
  try {
    const sqlite = new DatabaseSync(join(folder, "journal.sqlite"));
    migrate(sqlite);
    fill(sqlite, entries);
    const db = openDb({} as D1Database);
    for (const [name, actor, filter, offset = 0] of questions(entries)) {
      const asked = [
        journalPage({ db, actor }, filter, { limit: LIMIT, offset }).toSQL(),
        journalCount({ db, actor }, filter).toSQL(),
      ];
      let counted = 0;
      const times = Array.from({ length: rounds }, () => {
        const from = performance.now();
        for (const { sql, params } of asked) {
          const rows = sqlite.prepare(sql).all(...(params as SQLInputValue[]));
          counted = Number(Object.values(rows[0] ?? {})[0] ?? 0);
        }
        return performance.now() - from;
      }).sort((a, b) => a - b);
      const worst = times.at(-1)!;
      const words = `${times[rounds >> 1]!.toFixed(1)} ms, at most ${worst.toFixed(1)} ms`;
      console.log(
        `${name.padEnd(38)} ${String(counted).padStart(7)} found  ${words}${worst < TARGET_MS ? "" : "  OVER"}`,
      );
    }
    sqlite.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
  return Promise.resolve();
}

/** Entries in turn of every machine; one in 5,000 is of an alarm whose name is found nowhere else. */
function fill(sqlite: DatabaseSync, entries: number): void {
  const numbers = (n: number) =>
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${n})`;
  const contact = "'Contact', 'contact@plant.example', '+14235550142'";
  sqlite.exec(`
    insert into customers (id, name, contact_name, contact_email, contact_phone, city, created_at)
      ${numbers(CUSTOMERS)} select i, 'Customer ' || i, ${contact}, 'City', ${START} from n;
    insert into facilities (id, customer_id, name, contact_name, contact_email, contact_phone, city, state, country, timezone, created_at)
      ${numbers(FACILITIES)} select i, i % ${CUSTOMERS} + 1, 'Plant ' || i, ${contact}, 'City', 'TN', 'usa', 'America/New_York', ${START} from n;
    insert into devices (id, facility_id, serial_number, name, make, model, created_at)
      ${numbers(MACHINES)} select i, i % ${FACILITIES} + 1, 'SUN-' || i, 'Machine ' || i, 'Sun', '625', ${START} from n;
    insert into alarm_journal (device_id, alarm_id, alarm_name, kind, priority, at)
      ${numbers(entries)} select i % ${MACHINES} + 1, i % 800 + 1, case when i % 5000 = 7 then 'Seldom seen' else 'Bearing temperature high ' || (i % 800) end,
        case i % 5 when 0 then 'raised' when 1 then 'cleared' when 2 then 'told' when 3 then 'acknowledged' else 'shelved' end,
        case i % 4 when 0 then 'low' when 1 then 'medium' when 2 then 'high' else 'critical' end, ${START} + i * ${STEP_MS} from n;`);
}

function questions(entries: number): [string, Actor, JournalFilter, number?][] {
  const boss: Actor = {
    ...{ userId: 1, sessionId: 1, role: "superuser", customerId: null, make: null },
    facilityIds: [],
  };
  const admin: Actor = { ...boss, role: "admin", customerId: 2 };
  const user: Actor = { ...boss, role: "user", customerId: 2, facilityIds: [1] };
  const at = (part: number) => START + Math.floor(entries * part) * STEP_MS;
  return [
    ["superuser, newest", boss, {}],
    ["superuser, the last page", boss, {}, entries - LIMIT],
    ["superuser, a machine", boss, { deviceId: 7 }],
    ["superuser, a facility", boss, { facilityId: 3 }],
    ["superuser, a customer", boss, { customerId: 4 }],
    ["superuser, one alarm", boss, { alarmId: 77 }],
    ["superuser, a kind and a priority", boss, { kind: "told", priority: "high" }],
    ["superuser, part of a seldom name", boss, { name: "seldom" }],
    ["superuser, a name that nobody has", boss, { name: "nowhere" }],
    ["superuser, two weeks long ago", boss, { from: at(0.1), until: at(0.12) }],
    ["admin, newest", admin, {}],
    ["admin, a kind of a machine, by name", admin, { deviceId: 10, kind: "shelved", name: "high" }],
    ["admin, a name that nobody has", admin, { name: "nowhere" }],
    ["user, newest", user, {}],
    ["user, the last page", user, {}, entries / FACILITIES - LIMIT],
  ];
}
