import { describe, expect, it } from "vitest";
import {
  advanceShow,
  asHeardLast,
  dueAtMs,
  oldestAgeMs,
  slideZone,
  slideAgeMs,
  splitWall,
  startShow,
  touchShow,
  whyNothing,
  type Show,
} from "./slideshow.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";

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

describe("the age that a wall's head tells", () => {
  const aged = (...seconds: (number | null)[]) =>
    seconds.map((age) => ({ ageMs: age === null ? null : age * 1_000 }));

  it("is never younger than what its rows tell", () => {
    expect(oldestAgeMs(aged(39, 37, 30, null), 28_000, null)).toBe(39_000);
    expect(oldestAgeMs(aged(39, 37), 28_000, 65_000)).toBe(65_000);
    expect(oldestAgeMs(aged(70, 37), 28_000, 65_000)).toBe(70_000);
  });

  it("is none while what is seen is now, and that of what is counted where that is of before", () => {
    expect(oldestAgeMs(aged(2, 90), null, null)).toBeNull();
    expect(oldestAgeMs(aged(2, 90), null, 40_000)).toBe(40_000);
  });

  it("is left out where one number would not do for all", () => {
    expect(oldestAgeMs(aged(30), 0, null)).toBe(0);
    expect(oldestAgeMs(aged(30, 30 + 601), 28_000, null)).toBe(0);
    expect(oldestAgeMs(aged(30, 30 + 590), 30_000, null)).toBe(620_000);
  });
});

/** Heard now, unless said otherwise; silent from the first minute on. */
const machine = (value: number | string | null, ageMs: number | null = 0, alarms = 0, id = 0) => ({
  id,
  ...{ state: { value, ageMs }, alarms },
  ...{ isSilent: value === null || (ageMs ?? 0) > MINUTE_MS, isUnheard: ageMs === null },
  isUnread: false,
});
const heard = machine("running");

describe("who stands on a wall", () => {
  const stand = (...machines: ReturnType<typeof machine>[]) =>
    splitWall([heard, ...machines])
      .shown.slice(1)
      .map(({ state }) => state.value);

  it("is who is neither off nor unknown", () => {
    expect(stand(machine(0), machine("off"), machine(-1), machine(null), machine(9))).toEqual([]);
    const on = [1, "ready", 3, 4, 6];
    expect(stand(...on.map((value) => machine(value)))).toEqual(on);
  });

  it("is not who was not heard for ten minutes, unless an alarm is on there", () => {
    expect(stand(machine(4, 10 * MINUTE_MS), machine(3, 10 * MINUTE_MS + 1))).toEqual([4]);
    expect(stand(machine(0, 0, 1), machine(3, 11 * MINUTE_MS, 1))).toEqual([0, 3]);
  });

  it("is everybody as before, however long nobody at all is heard, but for who had been forgotten until then", () => {
    const { shown, leftOut } = splitWall([
      machine("running", 70 * MINUTE_MS),
      machine("not_ready", 79 * MINUTE_MS),
      machine("ready", 81 * MINUTE_MS),
      machine("off", 70 * MINUTE_MS),
    ]);
    expect(shown.map(({ state }) => state.value)).toEqual(["running", "not_ready"]);
    expect(leftOut).toEqual({ off: 1, silent: 1, unheard: 0, unread: 0, unknown: 0 });
  });
});

it("where nobody is heard, what each said last tells who needs a person", () => {
  const silent = [machine("running", 2 * MINUTE_MS), machine("not_ready", 2 * MINUTE_MS)];
  expect(asHeardLast(silent).map(({ isSilent }) => isSilent)).toEqual([false, false]);
  expect(asHeardLast([heard, ...silent])).toEqual([heard, ...silent]);
});

describe("what a slide leaves out, and whose time it tells", () => {
  const none = { off: 0, silent: 0, unheard: 0, unread: 0, unknown: 0 };

  it("counts machines that are off apart from those that nobody hears, and from those whose state is not known", () => {
    const silentMs = 11 * MINUTE_MS;
    const machines = [
      ...[heard, machine("off"), machine("off"), machine("off", silentMs)],
      ...[machine("maintenance"), { ...machine(null), isSilent: false }, machine(null)],
      machine("running", silentMs),
    ];
    expect(splitWall(machines).leftOut).toEqual({ ...none, off: 2, silent: 3, unknown: 2 });
    expect(splitWall([machine(null, null)]).leftOut).toEqual({ ...none, unheard: 1 });
    const unread = { ...machine(null, null), isUnheard: false, isUnread: true };
    expect(splitWall([heard, unread]).leftOut).toEqual({ ...none, unread: 1 });
    expect(splitWall([]).leftOut).toEqual(none);
  });

  it("knows of what else it leaves out some are shown: those where an alarm is on", () => {
    const [off, silent] = [machine("off", 0, 1), machine("running", 11 * MINUTE_MS, 1)];
    const nothing = {
      ...{ off: false, silent: false, unheard: false, unread: false, unknown: false },
    };
    const split = splitWall([heard, off, machine("off"), silent]);
    expect(split.leftOut).toEqual({ ...none, off: 1 });
    expect(split.alsoShown).toEqual({ ...nothing, off: true, silent: true });
    expect(splitWall([heard, machine("off")]).alsoShown).toEqual(nothing);
  });

  it("counts nobody as silent whose state is known while nothing comes from anybody", () => {
    const cut = ["off", "maintenance", null].map((value) => machine(value, 2 * MINUTE_MS));
    expect(splitWall(cut).leftOut).toEqual({ ...none, off: 1, silent: 1, unknown: 1 });
  });

  it("counts nobody as not shown who stands on a slide until the show goes on", () => {
    const machines = [heard, machine("off", 0, 0, 1), machine("off", 0, 0, 2)];
    const { shown, leftOut, alsoShown } = splitWall(machines, [{ id: 0 }, { id: 2 }]);
    expect(shown).toEqual([heard]);
    expect(leftOut).toEqual({ ...none, off: 1 });
    expect(alsoShown).toMatchObject({ off: true });
  });

  it("tells the time of the plant; of several zones, and of none, the other one", () => {
    const at = (timezone: string, facility: unknown = {}) => ({ timezone, facility });
    const [monterrey, denver] = [at("America/Monterrey"), at("America/Denver")];
    expect(slideZone([monterrey, monterrey], "Europe/Berlin")).toBe("America/Monterrey");
    expect(slideZone([monterrey, denver], "Europe/Berlin")).toBe("Europe/Berlin");
    expect(slideZone([], "Europe/Berlin")).toBe("Europe/Berlin");
    expect(slideZone([monterrey, at("UTC", null)], "Europe/Berlin")).toBe("America/Monterrey");
  });
});

it("a wall that shows nothing says why: its machines, its dashboard, its facilities or their machines", () => {
  const shown = { active: true };
  expect(whyNothing({ machines: [1], facilities: [shown] })).toBe("none");
  expect(whyNothing({ machines: [], facilities: [shown, { active: false }] })).toBe("hidden");
  expect(whyNothing({ machines: [], facilities: [] })).toBe("closed");
  expect(whyNothing({ machines: [], facilities: [shown] })).toBe("empty");
});
