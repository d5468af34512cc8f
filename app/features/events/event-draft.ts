import { INTERVENTION_TYPES, type InterventionType } from "#app/domain/events/interventions.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { localTimeOf, momentOfLocal } from "#app/domain/formats/local-days.ts";
import type { Stop } from "#app/domain/metrics/stops.ts";
import type { EventJson } from "./event-types.ts";

/** The form of a downtime event as it is filled in (spec 000 §5). Pure: what a choice clears, and what is sent. */
export type InterventionDraft = {
  key: number;
  type: InterventionType;
  componentId: string;
  partNumber: string;
  reasonId: string;
};
export type EventDraft = {
  deviceId: string;
  name: string;
  /** `YYYY-MM-DDTHH:mm` of the plant's clock. */
  startAt: string;
  endAt: string;
  /** It lasts: the end is the moment of the report. */
  isStillDown: boolean;
  isDowntime: boolean;
  downtimeStartAt: string;
  downtimeEndAt: string;
  notes: string;
  interventions: readonly InterventionDraft[];
};

export const MAX_INTERVENTIONS = 20;
const FIRST_TYPE = INTERVENTION_TYPES[0];

/** What is reported is taken for downtime, as long as the event, until the reader says otherwise. */
export const emptyDraft = (deviceId: string): EventDraft => ({
  deviceId,
  ...{
    name: "",
    startAt: "",
    endAt: "",
    isStillDown: false,
    isDowntime: true,
    downtimeStartAt: "",
    downtimeEndAt: "",
    notes: "",
    interventions: [],
  },
});

/** Downtime begins as long as the event; without it its dates are cleared. */
export const withDowntime = (draft: EventDraft, isDowntime: boolean): EventDraft =>
  isDowntime
    ? {
        ...draft,
        isDowntime,
        downtimeStartAt: draft.downtimeStartAt || draft.startAt,
        downtimeEndAt: draft.downtimeEndAt || draft.endAt,
      }
    : { ...draft, isDowntime, downtimeStartAt: "", downtimeEndAt: "" };

const TWINS = { startAt: "downtimeStartAt", endAt: "downtimeEndAt" } as const;

/** Another time of the event; its downtime goes with it while both are the same. */
export function withTime(draft: EventDraft, name: TimeName, value: string): EventDraft {
  const next = { ...draft, [name]: value };
  if (name === "endAt") next.isStillDown = false;
  if (name !== "startAt" && name !== "endAt") return next;
  const twin = TWINS[name];
  return draft.isDowntime && draft[twin] === draft[name] ? { ...next, [twin]: value } : next;
}

/** The event is a stop of the machine, and its downtime is as long. */
export function withStop(
  draft: EventDraft,
  stop: Pick<Stop, "startMs" | "endMs"> & Partial<Stop>,
  timezone: string,
): EventDraft {
  // When it began only the reader may know, where the machine was not heard before it, and so with its end.
  const startAt = stop.isOlder ? "" : localTimeOf(stop.startMs, timezone);
  // A minute is the least that the form can tell.
  const endMs = Math.max(stop.endMs, stop.startMs + MINUTE_MS);
  const endAt = stop.isUnheard ? "" : localTimeOf(endMs, timezone);
  return {
    ...{ ...draft, startAt, endAt, isStillDown: stop.isOpen ?? false, isDowntime: true },
    ...{ downtimeStartAt: startAt, downtimeEndAt: endAt },
  };
}

/** The machine is down up to now, and the stop goes on; one that began this very minute began a minute ago. */
export function withStillDown(draft: EventDraft, nowMs: number, timezone: string): EventDraft {
  const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const endAt = localTimeOf(minuteMs, timezone);
  const begun =
    draft.startAt === endAt
      ? withTime(draft, "startAt", localTimeOf(minuteMs - MINUTE_MS, timezone))
      : draft;
  const downtimeStartAt = begun.downtimeStartAt || begun.startAt;
  return {
    ...{ ...begun, endAt, isStillDown: true, isDowntime: true },
    ...{ downtimeStartAt, downtimeEndAt: endAt },
  };
}

/** A minute later it is still down: the end is now, and so is the downtime's while both are the same. */
export const withLaterEnd = (draft: EventDraft, nowMs: number, timezone: string): EventDraft =>
  draft.isStillDown
    ? { ...withTime(draft, "endAt", localTimeOf(nowMs, timezone)), isStillDown: true }
    : draft;

/** On: one replacement to begin with. Off: none. */
export const withInterventions = (draft: EventDraft, on: boolean): EventDraft => ({
  ...draft,
  interventions: on ? [newIntervention(draft)] : [],
});

export const addIntervention = (draft: EventDraft): EventDraft =>
  draft.interventions.length >= MAX_INTERVENTIONS
    ? draft
    : { ...draft, interventions: [...draft.interventions, newIntervention(draft)] };

/** The first one cannot be removed: turning interventions off does that. */
export const removeIntervention = (draft: EventDraft, key: number): EventDraft => ({
  ...draft,
  interventions: draft.interventions.filter((each, index) => index === 0 || each.key !== key),
});

/** Another component has other reasons. */
export const changeIntervention = (
  draft: EventDraft,
  key: number,
  change: Partial<Omit<InterventionDraft, "key">>,
): EventDraft => ({
  ...draft,
  interventions: draft.interventions.map((each) => {
    if (each.key !== key) return each;
    const isOther = change.componentId !== undefined && change.componentId !== each.componentId;
    return { ...each, ...change, ...(isOther ? { reasonId: "" } : {}) };
  }),
});

/** Another machine is made of other components. */
export const withMachine = (draft: EventDraft, deviceId: string): EventDraft => ({
  ...draft,
  deviceId,
  interventions: draft.interventions.map((each) => ({ ...each, componentId: "", reasonId: "" })),
});

const newIntervention = ({ interventions }: EventDraft): InterventionDraft => ({
  key: Math.max(0, ...interventions.map(({ key }) => key)) + 1,
  ...{ type: FIRST_TYPE, componentId: "", partNumber: "", reasonId: "" },
});

/** An event as the form shows it, on the clock of its plant. */
export function draftOfEvent(event: EventJson, timezone: string): EventDraft {
  const local = (iso: string | null) =>
    iso === null ? "" : localTimeOf(Date.parse(iso), timezone);
  return {
    deviceId: String(event.device_id),
    name: event.name,
    startAt: local(event.start_at),
    endAt: local(event.end_at),
    isStillDown: false,
    isDowntime: event.downtime_start_at !== null,
    downtimeStartAt: local(event.downtime_start_at),
    downtimeEndAt: local(event.downtime_end_at),
    notes: event.notes ?? "",
    interventions: event.interventions.map((done, index) => ({
      key: index + 1,
      type: done.type,
      componentId: String(done.component_id),
      partNumber: done.component_part_number ?? "",
      reasonId: done.reason_id === null ? "" : String(done.reason_id),
    })),
  };
}

export type TimeName = "startAt" | "endAt" | "downtimeStartAt" | "downtimeEndAt";
/** The times of the form, by the names that the contract has for them. */
export const SENT_AS = {
  startAt: "start_at",
  endAt: "end_at",
  downtimeStartAt: "downtime_start_at",
  downtimeEndAt: "downtime_end_at",
} as const satisfies Record<TimeName, keyof EventJson>;

/**
 * A time of the form as it is sent: a moment, or nothing where nothing is. `before`: the event
 * that is changed, of which the form knows the times to the minute only: one that stays is sent as it was.
 */
export function toSentTime(
  name: TimeName,
  text: string,
  timezone: string,
  before: EventJson | null,
): string {
  const held = before?.[SENT_AS[name]] ?? null;
  if (held !== null && localTimeOf(Date.parse(held), timezone) === text) return held;
  const ms = momentOfLocal(text, timezone);
  return ms === null ? "" : new Date(ms).toISOString();
}
