import { expect, it } from "vitest";
import { FreshSamples } from "./fresh-samples.ts";

const at = (timeMs: number, value = timeMs) => ({ timeMs, value });
const given = (fresh: FreshSamples, untilMs = Infinity) => Object.fromEntries(fresh.take(untilMs));

it("gives each sample of a watched metric once, in time order, the last of two of one moment", () => {
  const fresh = new FreshSamples();
  fresh.watch("speed", at(10));
  for (const sample of [at(10), at(30), at(20), at(40), at(20, 7)]) fresh.offer("speed", sample);
  expect(given(fresh)).toEqual({ speed: [at(20, 7), at(30), at(40)] });
  expect(given(fresh)).toEqual({});
});

it("gives nothing older than what was given, and another value of its time", () => {
  const fresh = new FreshSamples();
  fresh.watch("speed", null);
  fresh.offer("speed", at(30));
  given(fresh);
  fresh.offer("speed", at(20));
  fresh.offer("speed", at(30));
  expect(given(fresh)).toEqual({});
  fresh.offer("speed", at(30, 1));
  fresh.offer("speed", at(31));
  expect(given(fresh)).toEqual({ speed: [at(30, 1), at(31)] });
});

it("gives a sample of the future in its turn, and yields when the clock went back", () => {
  const fresh = new FreshSamples();
  fresh.watch("speed", at(0));
  for (const sample of [at(40), at(10), at(30)]) fresh.offer("speed", sample);
  expect([given(fresh, 30), fresh.nextMs]).toEqual([{ speed: [at(10), at(30)] }, 40]);
  expect(given(fresh, 39)).toEqual({});
  expect([given(fresh, 40), fresh.nextMs]).toEqual([{ speed: [at(40)] }, Infinity]);
  fresh.yieldAfter(20);
  fresh.offer("speed", at(15));
  expect(given(fresh, 20)).toEqual({ speed: [at(15)] });
});

it("forgets who listens no more, and what waited for them", () => {
  const fresh = new FreshSamples();
  fresh.watch("speed", at(0));
  fresh.offer("speed", at(1));
  fresh.unwatch("speed");
  expect([given(fresh), fresh.isWatched("speed"), fresh.isIdle]).toEqual([{}, false, true]);
});
