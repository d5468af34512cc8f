import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "./clock.ts";
import { createReadGap } from "./read-gap.ts";

const answerOf = (points: Record<string, number[]>) =>
  Response.json({
    data: Object.fromEntries(
      Object.entries(points).map(([metric, times]) => [
        metric,
        times.map((ms) => ({ time: new Date(ms).toISOString(), value: ms })),
      ]),
    ),
  });

function open(answers: (Response | Error)[]) {
  const urls: URL[] = [];
  const warnings: string[] = [];
  const fetch = (async (url: string) => {
    urls.push(new URL(url, "http://helios.test"));
    const answer = answers.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error("no answer");
    return answer;
  }) as typeof globalThis.fetch;
  const readGap = createReadGap({
    fetch,
    clock: systemClock,
    random: () => 0.5,
    warn: (text) => warnings.push(text),
  });
  return {
    urls,
    warnings,
    read: (metric: string, afterMs: number, beforeMs: number) =>
      readGap({ deviceId: 7, metric, afterMs, beforeMs }),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("reading gaps", () => {
  it("asks once for a machine's metrics and gives each what lies strictly inside", async () => {
    const { urls, read } = open([
      answerOf({ speed: [1_000, 1_500, 2_000], state: [1_200, 3_000] }),
    ]);
    const both = Promise.all([read("speed", 1_000, 2_000), read("state", 1_100, 3_000)]);
    await vi.runAllTimersAsync();
    expect((await both).map((points) => points?.map(({ timeMs }) => timeMs))).toEqual([
      [1_500],
      [1_200],
    ]);
    expect(urls).toHaveLength(1);
    expect(urls[0]!.pathname).toBe("/v1/telemetry_timeseries");
    expect([...urls[0]!.searchParams]).toEqual([
      ["device_id", "7"],
      ["start_time", "1970-01-01T00:00:01.001Z"],
      ["end_time", "1970-01-01T00:00:03.000Z"],
      ["datapoints", "300"],
      ["metrics[]", "speed"],
      ["metrics[]", "state"],
    ]);
  });

  it("tries again while the server is away, not for ever", async () => {
    const { urls, read } = open([
      new Error("away"),
      new Response(null, { status: 503 }),
      answerOf({ speed: [15] }),
    ]);
    const points = read("speed", 10, 20);
    await vi.runAllTimersAsync();
    expect(await points).toEqual([{ timeMs: 15, value: 15 }]);
    expect(urls).toHaveLength(3);
    const hopeless = open([]);
    const nothing = hopeless.read("speed", 10, 20);
    await vi.runAllTimersAsync();
    expect(await nothing).toBeNull();
    expect([hopeless.urls.length, hopeless.warnings.length]).toEqual([5, 1]);
  });

  it("does not ask again when it is refused", async () => {
    const { urls, read } = open([new Response(null, { status: 404 })]);
    const points = read("speed", 10, 20);
    await vi.runAllTimersAsync();
    expect(await points).toBeNull();
    expect(urls).toHaveLength(1);
  });
});
