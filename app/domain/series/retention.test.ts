import { describe, expect, it } from "vitest";
import { parseRetention, retentionOf } from "./retention.ts";
import { DAY_MS } from "#app/domain/durations.ts";

const days = (text: string | undefined, tier: string | null) => {
  const { rawMs, minuteMs } = retentionOf(parseRetention(text), tier);
  return [rawMs / DAY_MS, minuteMs / DAY_MS];
};
const SET = JSON.stringify({
  default: { rawDays: 30, minuteDays: 60 },
  Gold: { rawDays: 400, minuteDays: 100 },
});

describe("how long a series is kept", () => {
  it.each([
    ["nothing is set", undefined, "Gold", [90, 730]],
    ["an empty text is set", "", null, [90, 730]],
    ["the tier is named", SET, "Gold", [400, 400]],
    ["the tier is not named", SET, "Silver", [30, 60]],
    ["there is no tier", SET, null, [30, 60]],
    ["a tier is called like what every object has", SET, "constructor", [30, 60]],
  ])("when %s", (_, text, tier, expected) => {
    expect(days(text, tier)).toEqual(expected);
  });

  it.each(["90", "{", '{"default":{"rawDays":0,"minuteDays":1}}', '{"default":{"rawDays":90}}'])(
    "is not guessed from %s",
    (text) => {
      expect(() => parseRetention(text)).toThrow();
    },
  );
});
