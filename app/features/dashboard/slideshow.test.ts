import { describe, expect, it } from "vitest";
import {
  advanceShow,
  dueAtMs,
  isOnWall,
  leftOutOf,
  slideZone,
  slideAgeMs,
  toSlides,
  startShow,
  touchShow,
  type Show,
} from "./slideshow.ts";

/** Lets the clock run in steps and says which slide is seen when it changes, in seconds. */
function play(from: Show, untilMs: number, slides: number, startMs = 0): string[] {
  const seen: string[] = [];
  let show = from;
  for (let now = startMs; now <= untilMs; now += 100) {
    const next = advanceShow(show, now, slides);
    if (next.slide !== show.slide) seen.push(`${now / 1000}:${next.slide}`);
    show = next;
  }
  return seen;
}

describe("the slideshow", () => {
  it("goes on every 30 s and begins again after the last slide", () => {
    expect(play(startShow(0), 95_000, 3)).toEqual(["30:1", "60:2", "90:0"]);
  });

  it("waits while a person looks, and returns to the first slide 30.5 s after the last touch", () => {
    const touched = touchShow(startShow(0), 10_000, 4, 2);
    expect(touched).toEqual({ slide: 2, sinceMs: 10_000, touchedAtMs: 10_000 });
    expect(play(touched, 100_000, 4, 10_000)).toEqual(["40.5:0", "70.5:1"]);
    const again = touchShow(touched, 30_000, 4);
    expect(dueAtMs(again)).toBe(60_500);
    expect(again.slide).toBe(2);
  });

  it("goes round at both ends, and stands still without slides", () => {
    expect(touchShow(startShow(0), 1, 3, -1).slide).toBe(2);
    expect(touchShow(startShow(0), 1, 3, 3).slide).toBe(0);
    expect(touchShow(startShow(0), 1, 0, 5).slide).toBe(0);
    expect(advanceShow(startShow(0), 30_000, 0).slide).toBe(0);
    expect(play(startShow(0), 65_000, 1)).toEqual([]);
  });

  it("makes up for a sleep with one step, not with many", () => {
    expect(advanceShow(startShow(0), 500_000, 5)).toEqual({
      slide: 1,
      sinceMs: 500_000,
      touchedAtMs: null,
    });
  });

  it("shows machines three at a time, and none that is off or unknown", () => {
    const machines = [1, 2, 3, 4, 5];
    expect([0, 1, 3].map((count) => toSlides(machines.slice(0, count), 0))).toEqual([
      [],
      [[1]],
      [[1, 2, 3]],
    ]);
    expect(toSlides(machines, 0)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    const on = (value: number | string | null, ageMs = 0, isConnected = true, alarms = 0) =>
      isOnWall({ state: { value, ageMs }, alarms }, isConnected);
    expect([on(0), on("off"), on(-1), on(null), on(9)]).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
    expect([on(1), on("ready"), on(3), on(4), on(6)]).toEqual([true, true, true, true, true]);
    expect([on(4, 600_000), on(4, 601_000), on(4, 601_000, false)]).toEqual([true, false, true]);
    // Somebody has to go there.
    expect([on(0, 0, true, 1), on(null, 601_000, true, 1)]).toEqual([true, true]);
  });

  it("keeps machines that need a person on every slide, and shows every other one", () => {
    expect(toSlides([1, 2, 3, 4, 5], 1)).toEqual([
      [1, 2, 3],
      [1, 4, 5],
    ]);
    expect(toSlides([1, 2, 3, 4, 5], 4)).toEqual([
      [1, 2, 3],
      [1, 2, 4],
      [1, 2, 5],
    ]);
    expect(toSlides([1, 2, 3], 3)).toEqual([[1, 2, 3]]);
  });
});

describe("how old a slide is", () => {
  const now = { stale: false, ageMs: 300 };
  const silent = { stale: true, ageMs: 1_560_000 };
  const live = { isLost: false, pageAgeMs: 0 };

  it("is nothing while one machine of it is silent and the others speak", () => {
    expect(slideAgeMs([now, silent, now], live)).toBeNull();
    expect(slideAgeMs([], { isLost: false, pageAgeMs: 20_000 })).toBeNull();
  });

  it("is the newest value's age when none of its machines speaks", () => {
    expect(slideAgeMs([silent, { stale: true, ageMs: 40_000 }], live)).toBe(40_000);
  });

  it("counts nothing of machines that never sent", () => {
    const unheard = { stale: true, ageMs: null };
    expect(slideAgeMs([unheard, unheard], live)).toBeNull();
    expect(slideAgeMs([unheard, { stale: true, ageMs: 40_000 }], live)).toBe(40_000);
    expect(slideAgeMs([unheard], { isLost: true, pageAgeMs: 0 })).toBe(0);
  });

  it("is the page's as soon as nothing comes at all", () => {
    expect(slideAgeMs([now, silent], { isLost: false, pageAgeMs: 16_000 })).toBe(16_000);
  });

  it("is known by nobody at the moment the connection is lost", () => {
    expect(slideAgeMs([now, silent], { isLost: true, pageAgeMs: 0 })).toBe(0);
  });
});

describe("what a slide leaves out, and whose time it tells", () => {
  it("counts machines that are off apart from those that nobody hears, and from those whose state is not known", () => {
    const machine = (value: string | null, isSilent = false, isUnheard = false) => ({
      ...{ state: { value }, isSilent, isUnheard },
    });
    const machines = [
      ...[machine("off"), machine("off"), machine("off", true)],
      ...[machine("maintenance"), machine(null), machine(null, true), machine("running", true)],
    ];
    const none = { off: 0, silent: 0, unheard: 0, unknown: 0 };
    expect(leftOutOf(machines, true)).toEqual({ ...none, off: 2, silent: 3, unknown: 2 });
    expect(leftOutOf([machine(null, true, true)], true)).toEqual({ ...none, unheard: 1 });
    expect(leftOutOf([], true)).toEqual(none);
    // Nothing comes from anybody then: that is no silence of theirs.
    const cut = [machine("off", true), machine("maintenance", true), machine(null, true)];
    expect(leftOutOf(cut, false)).toEqual({ ...none, off: 1, silent: 1, unknown: 1 });
  });

  it("tells the time of the plant; of several zones, and of none, the other one", () => {
    const [monterrey, denver] = [{ timezone: "America/Monterrey" }, { timezone: "America/Denver" }];
    expect(slideZone([monterrey, monterrey], "Europe/Berlin")).toBe("America/Monterrey");
    expect(slideZone([monterrey, denver], "Europe/Berlin")).toBe("Europe/Berlin");
    expect(slideZone([], "Europe/Berlin")).toBe("Europe/Berlin");
  });
});
