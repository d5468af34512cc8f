import { describe, expect, it } from "vitest";
import {
  addIntervention,
  changeIntervention,
  draftOfEvent,
  emptyDraft,
  removeIntervention,
  toSentTime,
  withDowntime,
  withInterventions,
  withLaterEnd,
  withMachine,
  withStillDown,
  withStop,
  withTime,
  type EventDraft,
} from "./event-draft.ts";
import type { EventJson } from "./event-types.ts";

const ZONE = "America/Chicago";
const NOW = Date.UTC(2026, 10, 19, 20);
const filled: EventDraft = {
  ...emptyDraft("7"),
  isDowntime: false,
  name: "Belt torn",
  startAt: "2026-11-19T08:00",
  endAt: "2026-11-19T09:30",
};

describe("the event form", () => {
  it("begins downtime as long as the event, and forgets it at No", () => {
    const down = withDowntime(filled, true);
    expect(down).toMatchObject({
      downtimeStartAt: "2026-11-19T08:00",
      downtimeEndAt: "2026-11-19T09:30",
    });
    const dated = { ...down, downtimeEndAt: "2026-11-19T09:00" };
    expect(withDowntime(dated, false)).toEqual(filled);
  });

  it("begins with one replacement, keeps the first one, and clears all when they are turned off", () => {
    const one = withInterventions(filled, true);
    expect(one.interventions).toEqual([
      { key: 1, type: "REPLACE", componentId: "", partNumber: "", reasonId: "" },
    ]);
    const two = addIntervention(one);
    expect(removeIntervention(two, 1).interventions.map(({ key }) => key)).toEqual([1, 2]);
    expect(removeIntervention(two, 2).interventions.map(({ key }) => key)).toEqual([1]);
    expect(withInterventions(two, false).interventions).toEqual([]);
  });

  it("takes the reason away with the component it belonged to, and both with the machine", () => {
    const chosen = changeIntervention(withInterventions(filled, true), 1, { componentId: "3" });
    const reasoned = changeIntervention(chosen, 1, { reasonId: "9", partNumber: "P-1" });
    expect(changeIntervention(reasoned, 1, { componentId: "4" }).interventions[0]).toMatchObject({
      reasonId: "",
      partNumber: "P-1",
    });
    expect(changeIntervention(reasoned, 1, { componentId: "3" }).interventions[0]).toMatchObject({
      reasonId: "9",
    });
    expect(withMachine(reasoned, "8").interventions[0]).toMatchObject({
      componentId: "",
      reasonId: "",
    });
  });

  it("sends moments, and nothing where nothing is", () => {
    expect(toSentTime("startAt", "2026-11-19T08:00", ZONE, null)).toBe("2026-11-19T14:00:00.000Z");
    expect(toSentTime("endAt", "", ZONE, null)).toBe("");
  });
});

describe("the form of an event that is changed", () => {
  const EVENT: EventJson = {
    ...{ id: 3, device_id: 7, device: { id: 7, name: "FFG 1", serial_number: "S" } },
    ...{ name: "Jam", notes: "belt off", author: "Kim Lee", user: null, sampler: null },
    start_at: "2026-11-19T14:00:12.500Z",
    end_at: "2026-11-19T14:00:40.000Z",
    ...{ downtime_start_at: null, downtime_end_at: null, kiwi_class: null, can_change: true },
    ...{ created_at: "2026-11-19T15:00:00.000Z", changed_at: null },
    interventions: [
      {
        ...{ id: 9, type: "CLEAN", component_id: 2, reason_id: null, reason: null },
        ...{ component: { id: 2, name: "Roll", parent_name: null }, component_part_number: "P-1" },
      },
    ],
  };
  const first = draftOfEvent(EVENT, ZONE);

  it("is shown by the plant's clock", () => {
    expect(first).toMatchObject({
      ...{ deviceId: "7", name: "Jam", startAt: "2026-11-19T08:00", endAt: "2026-11-19T08:00" },
      ...{ isDowntime: false, notes: "belt off" },
      interventions: [{ componentId: "2", partNumber: "P-1", reasonId: "" }],
    });
  });

  it("sends times that stay as they were: it knows them to the minute only", () => {
    expect(toSentTime("startAt", first.startAt, ZONE, EVENT)).toBe(EVENT.start_at);
    expect(toSentTime("endAt", "2026-11-19T08:05", ZONE, EVENT)).toBe("2026-11-19T14:05:00.000Z");
    expect(toSentTime("downtimeStartAt", "2026-11-19T08:00", ZONE, EVENT)).toBe(
      "2026-11-19T14:00:00.000Z",
    );
  });
});

describe("when it was", () => {
  it("is downtime as long as the event until the reader says otherwise", () => {
    const begun = withTime(emptyDraft("7"), "startAt", "2026-11-19T08:02");
    expect(withTime(begun, "endAt", "2026-11-19T08:17")).toMatchObject({
      ...{ isDowntime: true, downtimeStartAt: "2026-11-19T08:02" },
      downtimeEndAt: "2026-11-19T08:17",
    });
  });

  it("is a stop of the machine at a press: the event and its downtime, a minute at least", () => {
    const startMs = Date.UTC(2026, 10, 19, 14, 2);
    const stop = withStop(emptyDraft("7"), { startMs, endMs: startMs + 15 * 60_000 }, ZONE);
    expect(stop).toMatchObject({
      ...{ startAt: "2026-11-19T08:02", endAt: "2026-11-19T08:17" },
      ...{ isDowntime: true, downtimeStartAt: "2026-11-19T08:02" },
      ...{ downtimeEndAt: "2026-11-19T08:17", isStillDown: false },
    });
    expect(withStop(emptyDraft("7"), { startMs, endMs: startMs + 1 }, ZONE).endAt).toBe(
      "2026-11-19T08:03",
    );
    const older = { startMs, endMs: startMs + 60_000, isOlder: true };
    expect(withStop(emptyDraft("7"), older, ZONE)).toMatchObject({
      ...{ startAt: "", downtimeStartAt: "", endAt: "2026-11-19T08:03", isDowntime: true },
    });
    const unheard = { startMs, endMs: startMs + 60_000, isUnheard: true };
    expect(withStop(emptyDraft("7"), unheard, ZONE)).toMatchObject({
      ...{ startAt: "2026-11-19T08:02", endAt: "", downtimeEndAt: "", isStillDown: false },
    });
    const open = { startMs, endMs: NOW, isOpen: true };
    expect(withStop(emptyDraft("7"), open, ZONE).isStillDown).toBe(true);
  });

  it("takes the downtime along while both are the same, and leaves one that was told apart", () => {
    const down = withDowntime(filled, true);
    expect(withTime(down, "startAt", "2026-11-19T07:00").downtimeStartAt).toBe("2026-11-19T07:00");
    const apart = withTime(down, "downtimeStartAt", "2026-11-19T08:10");
    expect(withTime(apart, "startAt", "2026-11-19T07:00").downtimeStartAt).toBe("2026-11-19T08:10");
    expect(withTime(filled, "startAt", "2026-11-19T07:00").downtimeStartAt).toBe("");
  });

  it("lasts up to now while the machine is still down, until another end is told", () => {
    const down = withStillDown({ ...filled, endAt: "" }, NOW + 59_999, ZONE);
    expect(down).toMatchObject({
      ...{ startAt: "2026-11-19T08:00", endAt: "2026-11-19T14:00", isStillDown: true },
      ...{ downtimeStartAt: "2026-11-19T08:00", downtimeEndAt: "2026-11-19T14:00" },
    });
    expect(withTime(down, "endAt", "2026-11-19T13:00").isStillDown).toBe(false);
  });

  it("ends a minute later with each minute, and leaves alone what was told of the downtime", () => {
    const down = withStillDown({ ...filled, endAt: "" }, NOW, ZONE);
    const later = (draft: EventDraft) => withLaterEnd(draft, NOW + 60_000, ZONE);
    expect(later(down)).toMatchObject({
      ...{ endAt: "2026-11-19T14:01", downtimeEndAt: "2026-11-19T14:01", isStillDown: true },
    });
    const none = withDowntime(down, false);
    expect(later(none)).toEqual({ ...none, endAt: "2026-11-19T14:01" });
    const apart = withTime(down, "downtimeEndAt", "2026-11-19T13:40");
    expect(later(apart)).toEqual({ ...apart, endAt: "2026-11-19T14:01" });
    const ended = withTime(down, "endAt", "2026-11-19T13:50");
    expect(later(ended)).toEqual(ended);
  });

  it("is at least a minute of a stop that began this minute", () => {
    const begun = withTime(filled, "startAt", "2026-11-19T14:00");
    const down = withStillDown(begun, NOW, ZONE);
    expect([down.startAt, down.endAt]).toEqual(["2026-11-19T13:59", "2026-11-19T14:00"]);
  });
});
