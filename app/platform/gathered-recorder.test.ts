import { expect, it } from "vitest";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { gatheredRecorder } from "./gathered-recorder.ts";

const RANGE = { metrics: [], startMs: 0, endMs: 1, buckets: 1 };

/** Answers what it was asked; `isOlder`: an older release that takes no several questions. */
function open({ isOlder = false, isDamaged = false } = {}) {
  const calls: string[] = [];
  const told = (name: string, answer: unknown) => {
    calls.push(name);
    return Promise.resolve(answer as never);
  };
  const port: Partial<RecorderPort> = {
    latest: (metrics) => told("latest", { asked: metrics }),
    status: () => told("status", "status"),
    metrics: () => told("metrics", ["speed"]),
    snapshot: (asked) =>
      isDamaged && asked.endMs === 2
        ? Promise.reject(new Error("damaged"))
        : told("snapshot", asked),
    ...(!isOlder && {
      answers: (questions) =>
        isDamaged
          ? Promise.reject(new Error("damaged"))
          : told(`${questions.length} at once`, questions),
    }),
  };
  return { calls, recorder: gatheredRecorder(port as RecorderPort) };
}

it("asks at once what is asked within a turn, and snapshots apart from what is known at once", async () => {
  const { calls, recorder } = open();
  const answers = await Promise.all([
    recorder.latest(["speed"]),
    recorder.snapshot(RANGE),
    recorder.status(),
    recorder.snapshot({ ...RANGE, endMs: 2 }),
  ]);
  expect(calls.sort()).toEqual(["2 at once", "2 at once"]);
  expect(answers).toEqual([
    { latest: ["speed"] },
    { snapshot: RANGE },
    { status: true },
    { snapshot: { ...RANGE, endMs: 2 } },
  ]);
});

it("asks a single question as it is, and hands every other call on", async () => {
  const { calls, recorder } = open();
  expect(await recorder.latest(["speed"])).toEqual({ asked: ["speed"] });
  expect(await recorder.metrics()).toEqual(["speed"]);
  expect(calls).toEqual(["latest", "metrics"]);
});

it("asks each alone of a recorder that cannot take several", async () => {
  const { calls, recorder } = open({ isOlder: true });
  expect(await Promise.all([recorder.latest(null), recorder.status()])).toEqual([
    { asked: null },
    "status",
  ]);
  expect(calls.sort()).toEqual(["latest", "status"]);
});

it("lets only the question fail that cannot be answered", async () => {
  const { recorder } = open({ isDamaged: true });
  const [whole, damaged] = await Promise.allSettled([
    recorder.snapshot(RANGE),
    recorder.snapshot({ ...RANGE, endMs: 2 }),
  ]);
  expect(whole).toMatchObject({ status: "fulfilled", value: RANGE });
  expect(damaged).toMatchObject({ status: "rejected", reason: new Error("damaged") });
});
