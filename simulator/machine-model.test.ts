import { DateTime } from "luxon";
import { describe, expect, test } from "vitest";
import { DEMO_MACHINES } from "#app/db/seed/machines.ts";
import { MACHINE_STATES } from "#app/domain/metrics/states.ts";
import { makeModel } from "./fixtures/machines.ts";
import { kindOf } from "./machine-kind.ts";
import { changesWithin, STATE_OF } from "./phases.ts";
import { PROFILE_NAMES } from "./profiles.ts";
import { readMoment } from "./reading.ts";
import { tagsOf } from "./tags.ts";
import { HOUR_MS, DAY_MS } from "#app/domain/durations.ts";
const FRIDAY = Date.UTC(2025, 10, 21, 2);

describe("a machine's day", () => {
  test.each(PROFILE_NAMES)("is a chain of whole seconds without gap or overlap (%s)", (profile) => {
    const model = makeModel({ profile, serialNumber: `chain-${profile}` });
    const phases = model.phasesIn(FRIDAY, FRIDAY + 8 * DAY_MS);
    expect(phases.length).toBeGreaterThan(8);
    for (const [index, phase] of phases.entries()) {
      expect(phase.endMs).toBeGreaterThan(phase.startMs);
      expect(phase.startMs % 1000).toBe(0);
      if (index > 0) expect(phase.startMs).toBe(phases[index - 1]!.endMs);
    }
  });

  test("reads the same in another process, whatever was asked before", () => {
    const first = makeModel();
    const second = makeModel();
    second.phaseAt(FRIDAY - 40 * DAY_MS);
    for (let timeMs = FRIDAY; timeMs < FRIDAY + 2 * DAY_MS; timeMs += 977_000) {
      const read = (model: typeof first) =>
        tagsOf(model).map((tag) => tag.read(readMoment(model, timeMs)));
      expect(read(second)).toEqual(read(first));
    }
  });

  test("differs from machine to machine and from day to day", () => {
    const orders = (model: ReturnType<typeof makeModel>, fromMs: number) =>
      model
        .phasesIn(fromMs, fromMs + DAY_MS)
        .flatMap(({ order }) => order?.dieNumber ?? [])
        .join();
    expect(orders(makeModel({ serialNumber: "a" }), FRIDAY)).not.toBe(
      orders(makeModel({ serialNumber: "b" }), FRIDAY),
    );
    expect(orders(makeModel(), FRIDAY)).not.toBe(orders(makeModel(), FRIDAY + DAY_MS));
  });

  test.each([
    ["America/Chicago", "2025-10-27", 14],
    ["America/New_York", "2026-03-02", 14],
    ["America/Monterrey", "2026-03-02", 14],
  ])(
    "is off at night by the plant's own clock, also when that changes (%s from %s)",
    (timezone, from, days) => {
      const model = makeModel({ profile: "two_shift", timezone });
      const { offsetMinutes } = model.calendar;
      let worked = 0;
      for (let hour = 0; hour < days * 24; hour++) {
        const at = DateTime.fromISO(from, { zone: timezone }).plus({ hours: hour, minutes: 30 });
        const shifted = at.minus({ minutes: offsetMinutes });
        const state = STATE_OF[model.phaseAt(at.toMillis()).kind];
        const lastHour = shifted.weekday === 6 ? 14 : 22;
        const isShift = shifted.weekday < 7 && shifted.hour >= 6 && shifted.hour < lastHour;
        expect(`${at.toISO()} ${state === "off" ? "off" : "on"}`).toBe(
          `${at.toISO()} ${isShift ? "on" : "off"}`,
        );
        if (state === "running_and_feeding") worked++;
      }
      expect(worked).toBeGreaterThan(days * 6);
    },
  );

  test("works at night in the night shift", () => {
    const model = makeModel({ profile: "night_shift", serialNumber: "night" });
    const at = (hour: number) =>
      DateTime.fromISO("2025-11-21", { zone: "America/Chicago" }).set({ hour }).toMillis();
    expect(STATE_OF[model.phaseAt(at(12)).kind]).toBe("off");
    const night = model.phasesIn(at(20), at(24));
    expect(night.some(({ kind }) => kind === "feed")).toBe(true);
  });
});

describe("counters", () => {
  test.each(["flexo", "die cutter"])(
    "the sheet counter is the integral of the speed while feeding (%s)",
    (name) => {
      const model = makeModel({ model: name, profile: "jam_prone" });
      let counted = 0;
      for (const phase of model
        .phasesIn(FRIDAY, FRIDAY + 6 * HOUR_MS)
        .filter(({ kind }) => kind === "feed")) {
        let integral = 0;
        for (let timeMs = phase.startMs; timeMs < phase.endMs; timeMs += 250)
          integral += readMoment(model, timeMs + 125).rpm / 240;
        const sheets =
          readMoment(model, phase.endMs).orderSheets - readMoment(model, phase.startMs).orderSheets;
        // A new order may begin at the very end of a feed: then the counter is at zero.
        if (sheets <= 0) continue;
        expect(Math.abs(sheets - integral)).toBeLessThan(0.1);
        counted += sheets;
      }
      expect(counted).toBeGreaterThan(5_000);
    },
  );

  test("counts up within an order, starts again with the next, and only moves while feeding", () => {
    const model = makeModel();
    const count = tagsOf(model).find(({ key }) => key === "sheet_count")!;
    let last = count.read(readMoment(model, FRIDAY)) as number;
    let resets = 0;
    let widest = 0;
    const wrong: string[] = [];
    for (let timeMs = FRIDAY; timeMs < FRIDAY + 12 * HOUR_MS; timeMs += 1000) {
      const moment = readMoment(model, timeMs);
      const value = count.read(moment) as number;
      const { kind } = moment.phase;
      if (value < last) {
        resets++;
        if (kind !== "setup" || value !== 0) wrong.push(`${kind} set it to ${value}`);
      } else if (
        value > last &&
        !["feed", "pause", "coast", "jam", "e_stop", "breakdown"].includes(kind)
      )
        wrong.push(`counted in ${kind}`);
      widest = Math.max(widest, value - last);
      last = value;
    }
    expect(wrong).toEqual([]);
    expect(widest).toBeLessThan(6);
    expect(resets).toBeGreaterThan(4);
  });

  test("wraps at 16 bits on machines whose PLC counts so", () => {
    const model = makeModel({ make: "Ward", profile: "fast" });
    const count = tagsOf(model).find(({ key }) => key === "sheet_count")!;
    const { day } = model.dayAt(FRIDAY);
    const values = Array.from(
      { length: 23 * 60 },
      (_, minute) => count.read(readMoment(model, day.startMs + minute * 60_000)) as number,
    );
    expect(Math.max(...values)).toBeGreaterThan(64_000);
    expect(Math.max(...values)).toBeLessThan(65_536);
    expect(
      values.filter((value, index) => index > 0 && value < values[index - 1]!).length,
    ).toBeGreaterThan(0);
  });
});

test("every change of a switch, word or code falls on a moment that history reads", () => {
  const discrete = (model: ReturnType<typeof makeModel>) =>
    tagsOf(model).filter(
      ({ onChange, key }) => onChange && !/guide|backstop|compensation|impression/.test(key),
    );
  for (const profile of ["setup_heavy", "jam_prone", "stopped"] as const) {
    const model = makeModel({ profile });
    const fromMs = FRIDAY;
    const toMs = FRIDAY + 10 * HOUR_MS;
    const known = new Set(
      model.phasesIn(fromMs, toMs).flatMap((phase) => [phase.startMs, ...changesWithin(phase)]),
    );
    const tags = discrete(model);
    let last = tags.map((tag) => tag.read(readMoment(model, fromMs - 1000)));
    for (let timeMs = fromMs; timeMs < toMs; timeMs += 1000) {
      const moment = readMoment(model, timeMs);
      const values = tags.map((tag) => tag.read(moment));
      const changed = tags
        .filter((_, index) => values[index] !== last[index])
        .map(({ key }) => key);
      if (changed.length > 0 && !known.has(timeMs))
        throw new Error(`${changed.join()} changed unseen in ${moment.phase.kind}`);
      last = values;
    }
  }
});

describe("the demo fleet", () => {
  const fleet = DEMO_MACHINES.map((machine) => makeModel({ ...machine, profile: machine.profile }));

  test("runs day and night, mostly half of it or more, and shows every state most of the time", () => {
    const seen = new Map<string, number>();
    let least = Infinity;
    let minutes = 0;
    let half = 0;
    for (let timeMs = FRIDAY; timeMs < FRIDAY + 7 * DAY_MS; timeMs += 5 * 60_000, minutes++) {
      const states = fleet.map((model) => STATE_OF[model.phaseAt(timeMs).kind]);
      for (const state of new Set(states)) seen.set(state, (seen.get(state) ?? 0) + 1);
      const running = states.filter(
        (state) => state === "running" || state === "running_and_feeding",
      ).length;
      least = Math.min(least, running);
      if (running * 2 >= fleet.length) half++;
    }
    expect(least).toBeGreaterThanOrEqual(1);
    expect(half / minutes).toBeGreaterThan(0.8);
    for (const state of MACHINE_STATES)
      expect(`${state} ${(seen.get(state) ?? 0) / minutes > 0.4}`).toBe(`${state} true`);
  });

  test("knows what each machine is from its model", () => {
    expect(kindOf({ model: "Sun625", name: "FFG 1" }).name).toBe("flexo_folder_gluer");
    expect(kindOf({ model: "15000 RDC", name: "Troqueladora 2" }).name).toBe("rotary_die_cutter");
    expect(kindOf({ model: "S/Line 250", name: "Corrugadora" }).name).toBe("corrugator");
  });
});
