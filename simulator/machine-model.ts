/** A machine that can be asked for any moment. Keeps the last few days that it was asked for. */
import type { Make } from "#app/domain/access/types.ts";
import { plantMappingsOf } from "#app/domain/samplers/default-mappings.ts";
import { planDay, type Overnight } from "./machine-day.ts";
import { kindOf, type MachineKind } from "./machine-kind.ts";
import { carryOut, type Phase } from "./phases.ts";
import { PROFILES, type ProfileName } from "./profiles.ts";
import { fraction, hashText } from "./random.ts";
import { planSpells, productionDay, type Calendar, type ProductionDay } from "./shifts.ts";

export type MachineIdentity = {
  serialNumber: string;
  name: string;
  make: string;
  model: string;
  timezone: string;
  kiwiplan: boolean;
  profile: ProfileName;
  /** "controller": what its controller has is sent under the controller's names, which want mappings; else under Helios' own. */
  tagNames?: "controller";
  /** Things go wrong in it now and then (plant-faults.ts). */
  faults?: boolean;
};

const DAYS_KEPT = 3;
const NEW_MACHINE: Overnight = { order: null, orderSheets: 0, heat: 0.5 };

export class MachineModel {
  readonly identity: MachineIdentity;
  readonly kind: MachineKind;
  readonly seed: number;
  readonly calendar: Calendar;
  private readonly names: ReadonlyMap<string, string>;
  private readonly days = new Map<string, { day: ProductionDay; phases: Phase[] }>();

  constructor(identity: MachineIdentity) {
    this.identity = identity;
    this.kind = kindOf(identity);
    this.seed = hashText(identity.serialNumber);
    this.names = identity.tagNames === "controller" ? namesOf(identity.make) : new Map();
    this.calendar = {
      timezone: identity.timezone,
      offsetMinutes: Math.round((fraction(this.seed, 1) * 2 - 1) * 40),
      profile: PROFILES[identity.profile],
      luck: fraction(this.seed, 2),
    };
  }

  /** What a tag is called on the wire. */
  nameOf(key: string): string {
    return this.names.get(key) ?? key;
  }

  phaseAt(timeMs: number): Phase {
    const { phases } = this.dayAt(timeMs);
    let low = 0;
    let high = phases.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (phases[middle]!.startMs <= timeMs) low = middle;
      else high = middle - 1;
    }
    return phases[low]!;
  }

  /** Phases that overlap [fromMs, toMs), ascending. */
  phasesIn(fromMs: number, toMs: number): Phase[] {
    const found: Phase[] = [];
    for (let timeMs = fromMs; timeMs < toMs;) {
      const { day, phases } = this.dayAt(timeMs);
      found.push(...phases.filter((phase) => phase.endMs > fromMs && phase.startMs < toMs));
      timeMs = day.endMs;
    }
    return found;
  }

  dayAt(timeMs: number): { day: ProductionDay; phases: readonly Phase[] } {
    for (const entry of this.days.values())
      if (timeMs >= entry.day.startMs && timeMs < entry.day.endMs) return entry;
    const day = productionDay(this.calendar, timeMs);
    const entry = { day, phases: this.plan(day, this.overnightBefore(day)) };
    this.days.set(day.key, entry);
    if (this.days.size > DAYS_KEPT) this.days.delete(this.days.keys().next().value!);
    return entry;
  }

  private plan(day: ProductionDay, overnight: Overnight): Phase[] {
    const { serialNumber } = this.identity;
    const spells = planSpells(this.calendar, day);
    return planDay({
      serialNumber,
      kind: this.kind,
      profile: this.calendar.profile,
      day,
      spells,
      overnight,
    });
  }

  /** A day forgets within hours how warm the one before began, so one day back is exact enough. */
  private overnightBefore(day: ProductionDay): Overnight {
    const before = productionDay(this.calendar, day.startMs - 1);
    const last = this.plan(before, NEW_MACHINE).at(-1)!;
    const { orderSheets, heat } = carryOut(last);
    return { order: last.order, orderSheets, heat };
  }
}

const namesOf = (make: string): Map<string, string> =>
  new Map(plantMappingsOf(make as Make).map(({ humanKey, machineKey }) => [humanKey, machineKey]));
