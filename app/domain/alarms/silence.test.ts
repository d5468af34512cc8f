import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import type { AlarmChange, AlarmProgress, AlarmRule } from "./judge.ts";
import { judgeSilence } from "./silence.ts";

const START = Date.UTC(2026, 10, 19);
const PERIOD = 10 * MINUTE_MS;
const rule: AlarmRule = {
  id: 1,
  function: "no_data_for_time_period",
  arguments: { tag_name: "", source: "machine", period: PERIOD },
  inAlarm: false,
  definedAtMs: START,
};

/** Looks at each of these times, and when something is heard; answers all changes. */
function follow(heard: readonly number[], looks: readonly number[], of = rule): AlarmChange[] {
  let progress: AlarmProgress | undefined;
  const changes: AlarmChange[] = [];
  for (const now of [...heard, ...looks].sort((a, b) => a - b)) {
    const last = heard.findLast((time) => time <= now) ?? null;
    const found = judgeSilence(of, progress, last, now);
    progress = found.progress;
    changes.push(...found.changes);
  }
  return changes;
}
const on = (atMs: number): AlarmChange => ({ inAlarm: true, atMs });
const off = (atMs: number): AlarmChange => ({ inAlarm: false, atMs });
const eachMinute = (hours: number) =>
  Array.from({ length: hours * 60 }, (_, n) => START + n * MINUTE_MS);

describe("silence", () => {
  it("begins a period after what was heard last, and ends with what is heard next", () => {
    const heard = [START + MINUTE_MS, START + 30 * MINUTE_MS];
    expect(follow(heard, eachMinute(1))).toEqual([
      on(START + 11 * MINUTE_MS),
      off(START + 30 * MINUTE_MS),
      on(START + 40 * MINUTE_MS),
    ]);
  });

  it("is known where nothing ever came, a period after the definition", () => {
    expect(follow([], eachMinute(1))).toEqual([on(START + PERIOD)]);
    const patient = { ...rule, arguments: { ...rule.arguments, awaits_first: true } };
    expect(follow([], eachMinute(2), patient)).toEqual([]);
    expect(follow([START + HOUR_MS], eachMinute(2), patient)).toEqual([
      on(START + HOUR_MS + PERIOD),
    ]);
  });

  it("is not told of a time in which nobody listened: the period begins anew", () => {
    const back = START + 8 * HOUR_MS;
    expect(follow([START + MINUTE_MS], [back])).toEqual([]);
    expect(follow([START + MINUTE_MS, back + MINUTE_MS], [back, back + PERIOD])).toEqual([]);
    const late = [back, back + 5 * MINUTE_MS, back + PERIOD];
    expect(follow([START + MINUTE_MS], late)).toEqual([on(back + PERIOD)]);
  });

  it("is found by the regular job where Helios was up and nobody else looked", () => {
    const heard = START + MINUTE_MS;
    const dueMs = heard + PERIOD;
    const found = (nowMs: number, upSinceMs: number) =>
      judgeSilence(rule, undefined, heard, nowMs, upSinceMs);
    expect(found(dueMs + 5 * MINUTE_MS, START).changes).toEqual([on(dueMs)]);
    expect(found(dueMs + 5 * MINUTE_MS, dueMs).changes).toEqual([on(dueMs)]);
    const begunAnew = found(dueMs + 5 * MINUTE_MS, dueMs + 1);
    expect([begunAnew.changes, begunAnew.dueMs]).toEqual([[], dueMs + 5 * MINUTE_MS + PERIOD]);
    expect(found(dueMs + HOUR_MS, START).changes).toEqual([]);
  });

  it("is found where the machine has its turn less often, as one of a large fleet has", () => {
    const dueMs = START + PERIOD;
    const found = (lateMs: number, turnEveryMs?: number) =>
      judgeSilence(rule, undefined, null, dueMs + lateMs, START, turnEveryMs).changes;
    expect(found(15 * MINUTE_MS)).toEqual([]);
    expect(found(15 * MINUTE_MS, 15 * MINUTE_MS)).toEqual([on(dueMs)]);
    expect(found(18 * MINUTE_MS, 15 * MINUTE_MS)).toEqual([]);
  });

  it("says the same however often it is looked at, as the gaps between what was heard say", () => {
    const minute = fc.integer({ min: 0, max: 300 });
    fc.assert(
      fc.property(
        fc.uniqueArray(minute, { maxLength: 30 }),
        fc.array(fc.integer({ min: 0, max: 6 * HOUR_MS }), { maxLength: 30 }),
        (minutes, others) => {
          const heard = minutes.sort((a, b) => a - b).map((n) => START + n * MINUTE_MS);
          const known = [START, ...heard];
          const expected = known.flatMap((time, index) => {
            const next = known[index + 1] ?? Infinity;
            if (time + PERIOD >= next) return [];
            return next === Infinity ? [on(time + PERIOD)] : [on(time + PERIOD), off(next)];
          });
          const due = known.map((time) => time + PERIOD);
          const looks = [...due, ...others.map((ms) => START + ms)];
          expect(follow(heard, looks)).toEqual(expected);
        },
      ),
    );
  });

  it("is known a period after the clock was set back, and leaves an alarm on until something is heard", () => {
    const ahead = START + 24 * HOUR_MS;
    const heard = ahead - MINUTE_MS;
    const { progress } = judgeSilence(rule, undefined, heard, ahead);
    const back = judgeSilence(rule, { ...progress, judgedMs: ahead }, heard, START + HOUR_MS);
    expect([back.changes, back.dueMs]).toEqual([[], START + HOUR_MS + PERIOD]);
    const due = judgeSilence(rule, back.progress, heard, back.dueMs);
    expect(due.changes).toEqual([on(back.dueMs)]);
    const wasOn = judgeSilence(rule, undefined, ahead - PERIOD, ahead).progress;
    expect(judgeSilence(rule, wasOn, ahead - PERIOD, START + HOUR_MS).changes).toEqual([]);
    const now = START + 2 * HOUR_MS;
    expect(judgeSilence(rule, wasOn, now, now).changes).toEqual([off(now)]);
  });

  it("begins anew when it is defined anew, and leaves an alarm on until something is heard", () => {
    const first = judgeSilence(rule, undefined, null, START + PERIOD).progress;
    expect(first.inAlarm).toBe(true);
    const anew = { ...rule, definedAtMs: START + HOUR_MS };
    const kept = judgeSilence(anew, first, null, START + HOUR_MS);
    expect([kept.changes, kept.progress.inAlarm]).toEqual([[], true]);
    const heard = START + HOUR_MS + 1;
    expect(judgeSilence(anew, kept.progress, heard, heard).changes).toEqual([off(heard)]);
  });
});
