import fc from "fast-check";
import { expect, it } from "vitest";
import { toIso } from "./api-time.ts";
import { DAY_MS } from "#app/domain/durations.ts";

it("writes moments as Date does, in any order", () => {
  const near = fc.integer({ min: 0, max: 5 * DAY_MS });
  const far = fc.integer({ min: -DAY_MS * 400_000, max: 8.64e15 - 1 });
  const edge = fc.integer({ min: 0, max: 40_000 }).map((day) => day * DAY_MS);
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          near,
          far,
          edge,
          edge.map((ms) => ms - 1),
        ),
        { minLength: 1 },
      ),
      (moments) => {
        expect(moments.map(toIso)).toEqual(moments.map((ms) => new Date(ms).toISOString()));
      },
    ),
  );
});

it("cuts parts of a millisecond off, and throws for what is no moment", () => {
  toIso(DAY_MS);
  expect(toIso(DAY_MS + 1.7)).toBe("1970-01-02T00:00:00.001Z");
  for (const ms of [Number.NaN, Infinity, 8.65e15]) expect(() => toIso(ms)).toThrow(RangeError);
});
