/** The journal of alarms: what may be asked of it, what it answers, and how its page asks. Times are Unix milliseconds. */
import { DAY_MS } from "#app/domain/durations.ts";
import {
  JOURNAL_KINDS,
  type JournalDetails,
  type JournalKind,
} from "#app/domain/alarms/journal.ts";
import { ALARM_PRIORITIES, type AlarmPriority } from "#app/domain/alarms/types.ts";
import type { Locale } from "#app/domain/preferences.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import { readTableState, type TableSpec } from "#app/kit/table/table-state.ts";

export type JournalFilter = {
  deviceId?: number | undefined;
  facilityId?: number | undefined;
  customerId?: number | undefined;
  alarmId?: number | undefined;
  kind?: JournalKind | undefined;
  priority?: AlarmPriority | undefined;
  /** Part of an alarm's name, in any case. */
  name?: string | undefined;
  /** In which language the names are read; English unless given. */
  locale?: Locale | undefined;
  /** From inclusive, until exclusive. */
  from?: number | undefined;
  until?: number | undefined;
};

export type JournalLine = {
  id: number;
  at: number;
  kind: JournalKind;
  alarmId: number;
  /** As it was called then. */
  alarmName: string;
  priority: AlarmPriority;
  deviceId: number;
  deviceName: string;
  facilityId: number | null;
  facilityName: string | null;
  customerId: number | null;
  customerName: string | null;
  /** IANA name, of the facility. */
  timezone: string;
  /** null: Helios itself. */
  actorUserId: number | null;
  actorName: string | null;
  /** Somebody's own words. */
  journalNote: string | null;
  details: JournalDetails | null;
};

/** Choices of the page's time filter. */
export const JOURNAL_SPANS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const;
export type JournalSpan = keyof typeof JOURNAL_SPANS;
export const JOURNAL_SPAN_NAMES = Object.keys(JOURNAL_SPANS) as JournalSpan[];

export const JOURNAL_TABLE = {
  columns: [
    { key: "alarm", canSort: false },
    { key: "at" },
    { key: "kind", canSort: false },
    { key: "machine", canSort: false },
    { key: "facility", canSort: false, hiddenAtFirst: true },
    { key: "customer", canSort: false, hiddenAtFirst: true },
    { key: "priority", canSort: false },
    { key: "person", canSort: false, canFilter: false },
    { key: "words", canSort: false, canFilter: false },
  ],
  size: 20,
  sizes: [20, 50, 100],
  sort: { key: "at", desc: true },
} as const satisfies TableSpec;

/** What the page's address asks for; anything in it that is no filter is as if it were not there. */
export function readJournalSearch(search: string, now: number, locale: Locale) {
  const { filters, sort, page, size } = readTableState(search, JOURNAL_TABLE);
  const span = JOURNAL_SPAN_NAMES.find((each) => each === filters["at"]);
  const filter: JournalFilter = {
    name: filters["alarm"],
    locale,
    kind: JOURNAL_KINDS.find((each) => each === filters["kind"]),
    priority: ALARM_PRIORITIES.find((each) => each === filters["priority"]),
    deviceId: parseRowId(filters["machine"] ?? "") ?? undefined,
    facilityId: parseRowId(filters["facility"] ?? "") ?? undefined,
    customerId: parseRowId(filters["customer"] ?? "") ?? undefined,
    from: span === undefined ? undefined : now - JOURNAL_SPANS[span],
  };
  return { filter, isOldestFirst: sort?.desc === false, page, size };
}
