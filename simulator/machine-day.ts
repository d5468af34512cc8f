/**
 * One production day of one machine: the whole chain of phases, written forward from the day's
 * own seed. The day before only hands over what a machine keeps overnight (the order it is set
 * to, its warmth), and that never changes when something happens.
 */
import type { MachineKind } from "./machine-kind.ts";
import { planOrder, type Order } from "./orders.ts";
import { carryOut, rpmAt, wholeSeconds, type Carry, type Phase, type PhaseKind } from "./phases.ts";
import type { Profile } from "./profiles.ts";
import { createRandom, hashText, type Random } from "./random.ts";
import type { ProductionDay, Spell } from "./shifts.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";

export type Overnight = { order: Order | null; orderSheets: number; heat: number };

export type DayInput = {
  serialNumber: string;
  kind: MachineKind;
  profile: Profile;
  day: ProductionDay;
  spells: readonly Spell[];
  overnight: Overnight;
};
const COAST_MS = 16_000;
/** Order numbers of a machine begin here on this day (2024-01-01) and grow by 40 a day. */
const FIRST_DAY = 19_723;
const ORDERS_PER_DAY = 40;

export function planDay(input: DayInput): Phase[] {
  return new DayWriter(input).write();
}

class DayWriter {
  private readonly input: DayInput;
  private readonly random: Random;
  private readonly phases: Phase[] = [];
  private order: Order | null;
  private previous: Order | null = null;
  /** Sheets still to feed of the order on the machine; 0 when it is done. */
  private remaining = 0;
  private untilStopMs: number;
  private ordersToday = 0;
  private carry: Carry;
  private cursorMs: number;
  private rpm = 0;

  constructor(input: DayInput) {
    this.input = input;
    this.random = createRandom(hashText(`${input.serialNumber}|${input.day.key}`));
    this.order = input.overnight.order;
    this.carry = {
      orderSheets: input.overnight.orderSheets,
      daySheets: 0,
      strokes: [0, 0, 0, 0],
      singleFeeds: 0,
      heat: input.overnight.heat,
    };
    this.cursorMs = input.day.startMs;
    this.untilStopMs = this.random.wait(input.profile.stopEvery * MINUTE_MS);
  }

  write(): Phase[] {
    for (const spell of this.input.spells) {
      this.push("off", spell.startMs - this.cursorMs, spell.startMs);
      this.open(spell);
      while (this.cursorMs < spell.endMs) this.work(spell.endMs);
    }
    this.push("off", this.input.day.endMs - this.cursorMs, this.input.day.endMs);
    return this.phases;
  }

  private open({ opening, endMs }: Spell): void {
    if (opening === "start_up") this.push("start_up", this.minutes([6, 12]), endMs);
    this.push("ready", this.minutes(opening === "break" ? [18, 26] : [1.5, 4]), endMs);
  }

  private work(limitMs: number): void {
    const { profile } = this.input;
    if (this.remaining <= 0 || this.order === null) {
      this.takeOrder();
      this.push("setup", this.minutes(profile.setup), limitMs);
      this.previous = null;
      this.push("armed", this.minutes(profile.armed), limitMs);
    }
    this.run(limitMs);
    if (this.remaining > 0) return;
    if (this.random.chance(profile.washShare)) this.wash(limitMs);
    this.push("ready", this.minutes(profile.gap), limitMs);
  }

  private takeOrder(): void {
    const { kind, day, profile } = this.input;
    const sequence = (day.number - FIRST_DAY) * ORDERS_PER_DAY + this.ordersToday++;
    this.previous = this.order;
    this.order = planOrder(kind, this.random, sequence, profile);
    this.remaining = this.order.quantity;
    this.carry = { ...this.carry, orderSheets: 0 };
  }

  /** Spins up and feeds until the order is done or the spell ends, with the stops in between. */
  private run(limitMs: number): void {
    const order = this.order!;
    this.push("spin", this.minutes(this.input.profile.spin), limitMs, this.input.kind.idleRpm);
    while (this.remaining > 0 && this.cursorMs < limitMs - COAST_MS) {
      const neededMs = (this.remaining / order.rpm) * MINUTE_MS + 8_000;
      const fed = this.push(
        "feed",
        Math.min(neededMs, this.untilStopMs),
        limitMs - COAST_MS,
        order.rpm,
      );
      this.untilStopMs -= fed.ms;
      this.remaining = neededMs - fed.ms < 1_000 ? 0 : Math.max(0, this.remaining - fed.sheets);
      if (this.untilStopMs < 1_000) this.stop(limitMs);
    }
    this.push("coast", COAST_MS, limitMs);
  }

  private stop(limitMs: number): void {
    const { stops, breakdown, jam } = this.input.profile;
    this.untilStopMs = this.random.wait(this.input.profile.stopEvery * MINUTE_MS) + 20_000;
    const roll = this.random.between(0, stops.pause + stops.jam + stops.eStop + stops.breakdown);
    if (roll < stops.pause) {
      this.push(
        "pause",
        this.random.between(15_000, 80_000),
        limitMs - COAST_MS,
        this.order!.rpm * 0.7,
      );
      return;
    }
    if (roll < stops.pause + stops.jam) this.push("jam", this.minutes(jam), limitMs);
    else if (roll < stops.pause + stops.jam + stops.eStop)
      this.push("e_stop", this.minutes([1.5, 6]), limitMs);
    else this.push("breakdown", this.minutes(breakdown), limitMs);
    this.push("armed", this.random.between(15_000, 50_000), limitMs);
    this.push("spin", this.random.between(12_000, 25_000), limitMs, this.input.kind.idleRpm);
  }

  private wash(limitMs: number): void {
    const long = this.random.chance(0.2);
    this.push("wash_wait", this.random.between(15_000, 45_000), limitMs);
    this.push(long ? "long_wash" : "wash", this.minutes(long ? [8, 12] : [3, 5]), limitMs);
  }

  private minutes([low, high]: readonly [number, number]): number {
    return this.random.between(low, high) * MINUTE_MS;
  }

  /** Appends a phase, cut at the limit; a phase without length is left out. */
  private push(
    kind: PhaseKind,
    lengthMs: number,
    limitMs: number,
    toRpm = 0,
  ): { ms: number; sheets: number } {
    const startMs = this.cursorMs;
    const endMs = wholeSeconds(
      Math.min(startMs + Math.max(lengthMs, kind === "feed" ? 1_000 : 0), limitMs),
    );
    if (endMs <= startMs) return { ms: lengthMs, sheets: 0 };
    const phase: Phase = {
      kind,
      startMs,
      endMs,
      order: this.order,
      previous: this.previous,
      fromRpm: this.rpm,
      toRpm,
      rampMs: this.rpm === toRpm ? 0 : Math.min(RAMP_MS[kind] ?? 4_000, endMs - startMs),
      before: this.carry,
    };
    this.phases.push(phase);
    const after = carryOut(phase);
    const sheets = after.orderSheets - this.carry.orderSheets;
    this.carry = after;
    this.rpm = rpmAt(phase, endMs);
    this.cursorMs = endMs;
    return { ms: endMs - startMs, sheets };
  }
}

const RAMP_MS: Partial<Record<PhaseKind, number>> = {
  spin: 12_000,
  feed: 22_000,
  pause: 6_000,
  coast: 15_000,
  jam: 3_000,
  e_stop: 2_000,
};
