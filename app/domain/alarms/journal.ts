/** What the journal of alarms tells of. */
export const JOURNAL_KINDS = [
  "raised",
  "cleared",
  "acknowledged",
  "shelved",
  "unshelved",
  "created",
  "updated",
  "deleted",
  "told",
  "sap",
] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/** Numbers and names beside an entry. */
export type JournalDetails = {
  /** Of a shelving: until when, Unix milliseconds. */
  until?: number;
  /** Of a told message: to how many addresses, and how many alarms stood in it. */
  addresses?: number;
  alarms?: number;
  /** Of a change: which fields. */
  fields?: string[];
};
