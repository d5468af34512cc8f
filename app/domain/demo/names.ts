/**
 * Which fields of which thing are names that a guest must not read, for /v1, pages and exports alike (mask-answer.ts). Each
 * name stands for its thing's id, so that the same thing keeps its name from page to page. Fields are spelled as in Helios'
 * own code; /v1's spelling with underscores means the same.
 */
import { CUSTOM_KIND } from "#app/domain/maintenance/kinds.ts";

/** What demo mode shows in place of names, in the reader's language: "Machine 7". */
export type MaskWords = {
  machine: (n: number) => string;
  facility: (n: number) => string;
  customer: (n: number) => string;
  person: (n: number) => string;
  sampler: (n: number) => string;
  display: (n: number) => string;
  alarm: (n: number) => string;
  event: (n: number) => string;
  work: (n: number) => string;
  city: (n: number) => string;
  state: string;
};

export type Kind =
  | "machine"
  | "facility"
  | "customer"
  | "person"
  | "copied"
  | "sampler"
  | "display"
  | "alarm"
  | "event"
  | "comment"
  | "annotation"
  | "savedQuestion"
  | "partsQuote"
  | "customWork"
  | "message"
  | "auditEntry"
  | "serviceAccount"
  | "enrollmentKey";

export const HIDDEN = "***";
/** Nothing of it is shown; a list of it becomes an empty one. */
const hidden = (value: unknown): unknown =>
  value === null || value === undefined ? value : Array.isArray(value) ? [] : HIDDEN;
const gone = (): null => null;
type Mask = (words: MaskWords, id: number, value: unknown) => unknown;
const hide: Mask = (_words, _id, value) => hidden(value);

const PLACE = {
  city: (words: MaskWords, id: number) => words.city(id),
  state: (words: MaskWords, _id: number, value: unknown) => (value === null ? null : words.state),
};

/** By the kind of a thing, its fields that are names, and what is shown in their place. */
export const NAMES: Record<Kind, Record<string, Mask>> = {
  machine: {
    name: (words, id) => words.machine(id),
    serialNumber: (_words, id) => maskSerial(id),
    manufacturerSerialNumber: gone,
  },
  facility: { name: (words, id) => words.facility(id), ...PLACE },
  customer: { name: (words, id) => words.customer(id), ...PLACE, logo: gone },
  person: {
    firstName: (words, id) => words.person(id),
    lastName: () => "",
    name: (words, id) => words.person(id),
    email: hide,
    phone: gone,
  },
  /** No account: its id says nothing of whose name it is. */
  copied: { name: (words, id) => words.person(id), team: hide, email: hide },
  sampler: { name: (words, id) => words.sampler(id) },
  display: { name: (words, id) => words.display(id) },
  alarm: { name: (words, id) => words.alarm(id), description: hide },
  event: { name: (words, id) => words.event(id), notes: hide },
  comment: { text: hide, body: hide, comment: hide },
  annotation: { text: hide },
  savedQuestion: { name: hide },
  partsQuote: { note: hide },
  customWork: {
    name: (words, id) => words.work(id),
    maintenanceName: (words, id) => words.work(id),
    /** The name again, as it is compared. */
    nameKey: gone,
    target: hide,
    description: hide,
    note: hide,
  },
  message: { to: hide, subject: hide, text: hide, html: hide, headers: hide },
  serviceAccount: { name: hide },
  enrollmentKey: { name: hide },
  auditEntry: {
    before: gone,
    after: gone,
    address: gone,
    meansName: hide,
    means: (_words, _id, value) =>
      typeof value === "object" && value !== null ? { ...value, name: HIDDEN } : value,
  },
};

/** Names of another thing, told beside its id: the field of the name, whose it is, and the field of the id. */
export const NAMES_BESIDE: Record<string, { of: Kind; id: string }> = {
  deviceName: { of: "machine", id: "deviceId" },
  machineName: { of: "machine", id: "machineId" },
  customerName: { of: "customer", id: "customerId" },
  facilityName: { of: "facility", id: "facilityId" },
  samplerName: { of: "sampler", id: "samplerId" },
  alarmName: { of: "alarm", id: "alarmId" },
  actorName: { of: "person", id: "actorUserId" },
};

/** Fields that tell of somebody, or are somebody's own words, wherever they stand. */
export const HIDDEN_FIELDS = new Set([
  "contactName",
  "contactEmail",
  "contactPhone",
  "extraEmails",
  "functLoc",
  "FunctLoc",
  "shortText",
  "ShortText",
  "acknowledgedByName",
  "acknowledgeNote",
  "shelvedByName",
  "shelvedReason",
  "journalNote",
  "offeredEmails",
  "reportedby",
  "Reportedby",
  "externalId",
  "userName",
  "plcAddress",
  "datasetName",
  "machineNumber",
  "notes",
  "snoozeReason",
  "snoozeHistories",
  "userAgent",
]);
/** Of what those fields hold; of snoozes only the reason, so that when they were stays. */
export const hideField = (name: string, value: unknown): unknown =>
  name === "snoozeHistories" ? hideReasons(value) : hidden(value);

/** A list of snoozes, or /v1's record of `[until, reason]` by when it was put off. */
function hideReasons(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((snooze: object) => ({ ...snooze, reason: HIDDEN }));
  return Object.fromEntries(
    Object.entries(value as Record<string, [unknown, unknown]>).map(([at, [until]]) => [
      at,
      [until, HIDDEN],
    ]),
  );
}

/** What stands under a name is of that kind: `customers: [{ id, name }]`, `/v1/customers`. */
export const KIND_OF_PLACE: Record<string, Kind> = {
  device: "machine",
  devices: "machine",
  machine: "machine",
  machines: "machine",
  peers: "machine",
  facility: "facility",
  facilities: "facility",
  customer: "customer",
  customers: "customer",
  person: "person",
  people: "person",
  copied: "copied",
  email_ccs: "copied",
  user: "person",
  users: "person",
  actor: "person",
  sampler: "sampler",
  samplers: "sampler",
  display: "display",
  displays: "display",
  alarm: "alarm",
  alarms: "alarm",
  event: "event",
  events: "event",
  comments: "comment",
  annotations: "annotation",
  saved: "savedQuestion",
  messages: "message",
  outbox: "message",
  audit: "auditEntry",
};

/** Where the place does not say it: the fields that only a thing of the kind has. The first that fits. */
const FIELDS_OF_KIND: readonly (readonly [Kind, readonly string[]])[] = [
  ["machine", ["serialNumber"]],
  ["customer", ["externalId", "name"]],
  ["customer", ["logo", "name"]],
  ["facility", ["city", "name"]],
  ["person", ["firstName"]],
  ["sampler", ["onlyMappedTags"]],
  ["display", ["facilityIds", "timeZone", "lastSeenAt"]],
  ["message", ["template", "to"]],
  ["savedQuestion", ["search", "isShared", "path"]],
  ["annotation", ["text", "startTime", "endTime"]],
  ["partsQuote", ["maintenanceId", "requestedAt", "note"]],
  ["auditEntry", ["action", "actor"]],
  ["serviceAccount", ["customerId", "scopes", "previousUntil"]],
  ["enrollmentKey", ["maxUses", "uses", "expiresAt"]],
];

/** `fields`: the object's, in Helios' spelling. A maintenance has words of the catalogue unless it is custom. */
export const kindOf = (place: string | null, fields: ReadonlyMap<string, unknown>): Kind | null => {
  if (fields.get("kind") === CUSTOM_KIND && fields.has("deviceId")) return "customWork";
  return (
    FIELDS_OF_KIND.find(([, names]) => names.every((name) => fields.has(name)))?.[0] ??
    (place === null || !Object.hasOwn(KIND_OF_PLACE, place) ? null : KIND_OF_PLACE[place]!)
  );
};

export const maskSerial = (id: number): string => `SN-${String(id).padStart(4, "0")}`;
