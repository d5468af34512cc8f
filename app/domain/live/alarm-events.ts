/** Alarms on the wire (CONTRACT §5): what a join answers, and what changed since the last event. */
import { NAMES, type MaskWords } from "#app/domain/demo/names.ts";
import type { AlarmStatus } from "#app/domain/alarms/types.ts";
import { encodeFrame, EVENT } from "./phoenix.ts";

export type LiveAlarm = {
  id: number;
  name: string;
  status: AlarmStatus;
  /** ISO 8601 UTC, of the sample that made it so; null: it was never on. */
  since: string | null;
};
/** `deleted` stands in the last event of an alarm only. */
export type AlarmEvent = LiveAlarm & { deleted?: true };
/** The answer to a join. */
export type AlarmsPayload = { data: LiveAlarm[]; seq: number };

/** What is to be told of alarms as they are now, in the order of their ids, to those who know `told`. */
export function planAlarmEvents(
  told: readonly LiveAlarm[],
  now: readonly LiveAlarm[],
): AlarmEvent[] {
  const before = new Map(told.map((alarm) => [alarm.id, alarm]));
  const after = new Set(now.map(({ id }) => id));
  return [
    ...now.filter((alarm) => differs(before.get(alarm.id), alarm)),
    ...told
      .filter(({ id }) => !after.has(id))
      .map((alarm): AlarmEvent => ({ ...alarm, status: "OK", deleted: true })),
  ].toSorted((a, b) => a.id - b.id);
}

const differs = (before: LiveAlarm | undefined, { name, status, since }: LiveAlarm): boolean =>
  before?.name !== name || before.status !== status || before.since !== since;

export const encodeAlarm = (topic: string, data: AlarmEvent, seq: number): string =>
  encodeFrame({ joinRef: null, ref: null, topic, event: EVENT.alarm, payload: { data, seq } });

const WORDS = { alarm: (n: number) => `Alarm ${n}` } as MaskWords;

/** For a socket in demo mode: the alarm's name is replaced as on its pages. */
export const maskAlarm = <T extends LiveAlarm>(alarm: T): T => ({
  ...alarm,
  name: String(NAMES.alarm["name"]!(WORDS, alarm.id, alarm.name)),
});

/** The same of an encoded event of `encodeAlarm`. */
export function maskAlarmFrame(frame: string): string {
  const [joinRef, ref, topic, event, { data, seq }] = JSON.parse(frame) as [
    null,
    null,
    string,
    string,
    { data: AlarmEvent; seq: number },
  ];
  return JSON.stringify([joinRef, ref, topic, event, { data: maskAlarm(data), seq }]);
}
