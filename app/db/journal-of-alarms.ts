import { sql, type SQL } from "drizzle-orm";
import type { JournalDetails, JournalKind } from "#app/domain/alarms/journal.ts";
import type { Db } from "./client.server.ts";
import { columnsInOrder } from "./columns-in-order.ts";
import { alarmJournal, alarms } from "./schema/index.ts";

/** A value that is the same for every line, or an expression over the row of `alarms`. */
type Cell<Value> = Value | SQL;

/**
 * Inserts a line into the journal for each alarm of which `which` holds, under the name and priority that it has in that
 * moment. `at` in ms. A line with a `onceKey` that is there already is a conflict, which the caller answers.
 */
export const insertJournalOf = (
  db: Db,
  {
    which,
    ...line
  }: {
    which: SQL | undefined;
    kind: JournalKind;
    at: Cell<number>;
    userId?: Cell<number>;
    note?: Cell<string>;
    details?: Cell<JournalDetails>;
    onceKey?: Cell<string>;
  },
) => {
  const { deviceId, id: alarmId, name: alarmName, priority } = alarms;
  const cells = columnsInOrder(alarmJournal, {
    deviceId: sql`${deviceId}`,
    alarmId: sql`${alarmId}`,
    alarmName: sql`${alarmName}`,
    priority: sql`${priority}`,
    ...line,
  });
  return db.insert(alarmJournal).select(sql`select ${cells} from ${alarms} where ${which}`);
};
