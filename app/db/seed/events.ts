/** What happened to the demo's machines in the last weeks. */
import type { InterventionType } from "#app/domain/events/interventions.ts";
import type { events, interventions } from "#app/db/schema/index.ts";
import { findPart } from "./components.ts";
import { languageOf, type DemoMachine } from "./machines.ts";
import {
  findSpell,
  findStop,
  type MachinePast,
  type PastOf,
  type Stop,
  type StopCause,
} from "./past.ts";
import { DAY_MS, MINUTE_MS } from "#app/domain/durations.ts";

type Done = [type: InterventionType, part: string, reason: string, partNumber?: string];
type Story = {
  name: string;
  /** Why the machine stood still; left out where it ran on. */
  cause?: StopCause;
  /** The stop of that cause that is the nearest, whatever its length. */
  isNearest?: boolean;
  /** Minutes that it took, and minutes of them that the machine stood still: about, where its past says when it stood. */
  minutes: number;
  down: number;
  notes?: string;
  done?: readonly Done[];
  /** Told by the machine's sampler. */
  bySampler?: true;
  kiwiClass?: 4 | 6;
};

const DRIVE_FAULT: Story = {
  ...{
    name: "Drive fault F-071",
    cause: "breakdown",
    minutes: 33,
    down: 33,
    notes: "Reset twice. Fan filter was full.",
  },
  done: [
    ["REBOOT", "Variable frequency drive", "Electrical fault"],
    ["CLEAN", "Variable frequency drive", "Overheated"],
  ],
};
/** Of the machine that breaks down again and again: its drive, as its values say. */
const TROUBLED: readonly Story[] = [
  {
    ...DRIVE_FAULT,
    isNearest: true,
    minutes: 90,
    down: 80,
    notes: "Comes back after each reset. Its maker's technician is called.",
    done: [["REBOOT", "Variable frequency drive", "Electrical fault"]],
  },
  {
    ...{
      isNearest: true,
      name: "Drive fault F-072",
      cause: "breakdown",
      minutes: 75,
      down: 70,
      notes: "Tripped at full speed. Motor cable tightened at the drive.",
    },
    done: [["REPAIR", "Variable frequency drive", "Electrical fault"]],
  },
  { ...DRIVE_FAULT, isNearest: true, minutes: 60, down: 60 },
];

const CONVERTING: readonly Story[] = [
  {
    ...{
      name: "Sheets skew at the feeder",
      cause: "jam",
      minutes: 55,
      down: 38,
      notes: "Left belt glazed, sheets came in 3 mm out of square.",
    },
    done: [
      ["REPLACE", "Feed belts", "Glazed or slipping", "LEF-2210-B"],
      ["CLEAN", "Photo eye", "Dirty or clogged"],
    ],
  },
  {
    name: "Jam in the die cutter",
    cause: "jam",
    minutes: 18,
    down: 14,
    done: [["CLEAN", "Die drum", "Loose"]],
    bySampler: true,
    kiwiClass: 4,
  },
  {
    ...{
      name: "Ink starvation, print unit 2",
      cause: "breakdown",
      minutes: 42,
      down: 25,
      notes: "Hose of pump 2 flattened.",
    },
    done: [["REPAIR", "Ink pump", "Leaking"]],
  },
  {
    ...{
      name: "Anvil blankets changed",
      cause: "other",
      minutes: 95,
      down: 95,
      notes: "Planned with the change of the order.",
    },
    done: [
      ["REPLACE", "Anvil blanket", "Planned maintenance", "AB-66-0375"],
      ["LUBRICATE", "Anvil drum bearings", "Planned maintenance"],
    ],
  },
  {
    name: "Emergency stop at the delivery",
    cause: "e_stop",
    minutes: 9,
    down: 9,
    bySampler: true,
    kiwiClass: 6,
  },
  DRIVE_FAULT,
  {
    name: "Warped board",
    minutes: 140,
    down: 0,
    notes: "Sorted by hand until the load was through.",
  },
  {
    name: "Doctor blade streaks",
    cause: "other",
    minutes: 28,
    down: 20,
    done: [["REPLACE", "Doctor blade", "Worn", "DB-1628"]],
  },
];
const CORRUGATING: readonly Story[] = [
  {
    name: "Splice missed, liner 1",
    cause: "jam",
    minutes: 22,
    down: 17,
    done: [["REPAIR", "Splicer", "Splice missed"]],
    bySampler: true,
    kiwiClass: 4,
  },
  {
    ...{ name: "Ragged edge on slit 3", cause: "breakdown", minutes: 48, down: 30 },
    done: [["REPLACE", "Slitter knives", "Worn", "SK-240-TC"]],
  },
  {
    ...{
      name: "Bearing hot on corrugating roll",
      cause: "breakdown",
      minutes: 75,
      down: 60,
      notes: "Too hot to touch at the drive side, greased.",
    },
    done: [["LUBRICATE", "Corrugating roll bearings", "Overheated"]],
  },
  {
    name: "Stacker jam",
    cause: "jam",
    minutes: 16,
    down: 16,
    done: [["CLEAN", "Stacker", "Jammed"]],
    kiwiClass: 6,
  },
  {
    name: "Glue gap drifting",
    minutes: 65,
    down: 0,
    notes: "Corrected by hand every order, seals are due.",
  },
];
/** As a Spanish-speaking plant tells them: name and notes, by the English name. */
const SPANISH: Readonly<Record<string, readonly [name: string, notes?: string]>> = {
  "Sheets skew at the feeder": [
    "Láminas chuecas en el alimentador",
    "Banda izquierda cristalizada, las láminas entraban 3 mm fuera de escuadra.",
  ],
  "Jam in the die cutter": ["Atasco en el troquelador"],
  "Ink starvation, print unit 2": [
    "Falta de tinta, unidad de impresión 2",
    "Manguera de la bomba 2 aplastada.",
  ],
  "Anvil blankets changed": ["Cambio de mantillas del yunque", "Planeado con el cambio de pedido."],
  "Emergency stop at the delivery": ["Paro de emergencia en la entrega"],
  "Drive fault F-071": [
    "Falla F-071 del variador",
    "Se reinició dos veces. El filtro del ventilador estaba lleno.",
  ],
  "Warped board": ["Cartón combado", "Se separó a mano hasta terminar la carga."],
  "Doctor blade streaks": ["Rayas de la cuchilla raspadora"],
  "Splice missed, liner 1": ["Falló el empalme, liner 1"],
  "Ragged edge on slit 3": ["Orilla desgarrada en el corte 3"],
  "Bearing hot on corrugating roll": [
    "Rodamiento caliente en el rodillo corrugador",
    "Quemaba del lado motriz, se engrasó.",
  ],
  "Stacker jam": ["Atasco en el apilador"],
  "Glue gap drifting": [
    "La separación del pegamento se corre",
    "Se corrige a mano en cada pedido, ya toca cambiar los sellos.",
  ],
};
/** A story in the words of the machine's plant. */
function wordsOf(machine: DemoMachine, { name, notes = null }: StoryWords): StoryWords {
  if (languageOf(machine) === "en") return { name, notes };
  const [spanish = name, spanishNotes = null] = SPANISH[name] ?? [];
  return { name: spanish, notes: spanishNotes };
}
type StoryWords = { name: string; notes?: string | null };

function storiesOf({ id, make, profile }: DemoMachine): readonly Story[] {
  if (profile === "stopped") return TROUBLED;
  const all = make === "Fosber" ? CORRUGATING : CONVERTING;
  return DAYS_AGO.map((_, place) => all[(id * 3 + place) % all.length]!);
}

/** Days ago, the newest first; a machine takes as many as its place allows. */
const DAYS_AGO = [0.4, 2.2, 4.7, 6.3, 9.6, 13.1, 17.8, 24.5];
/** Of the machine that breaks down again and again: the last of all, and two before. */
const TROUBLED_DAYS_AGO = [0, 0.5, 1.4];

type Tellers = {
  now: number;
  pastOf: PastOf;
  userIds: (machineId: number) => number | null;
  samplerIds: ReadonlySet<number>;
};

/** When it began and ended, and the machine stood: as the machine's past has it, else as the story goes. null: it has none. */
function timesOf(
  { cause, minutes, down, isNearest = false }: Story,
  aboutMs: number,
  past: MachinePast | null,
  taken: Set<Stop>,
) {
  if (cause === undefined) {
    const spell =
      past === null
        ? { startMs: aboutMs, endMs: aboutMs + minutes * MINUTE_MS }
        : findSpell(past, { aboutMs, minutes });
    return spell && { startAt: spell.startMs, endAt: spell.endMs, ...NO_DOWNTIME };
  }
  const stop =
    past === null
      ? { startMs: aboutMs, endMs: aboutMs + down * MINUTE_MS }
      : findStop(past, { aboutMs, cause, minutes: down, isNearest }, taken);
  return (
    stop && {
      startAt: stop.startMs,
      endAt: stop.endMs + (minutes - down) * MINUTE_MS,
      downtimeStartAt: stop.startMs,
      downtimeEndAt: stop.endMs,
    }
  );
}
const NO_DOWNTIME = { downtimeStartAt: null, downtimeEndAt: null };

export function demoEvents(
  machines: readonly DemoMachine[],
  { now, pastOf, userIds, samplerIds }: Tellers,
) {
  const rows: (typeof events.$inferInsert & { id: number })[] = [];
  const done: (typeof interventions.$inferInsert & { id: number })[] = [];
  for (const machine of machines) {
    if (machine.facilityId === null) continue;
    const stories = storiesOf(machine);
    const past = pastOf(machine);
    const taken = new Set<Stop>();
    const daysAgoOf = stories === TROUBLED ? TROUBLED_DAYS_AGO : DAYS_AGO;
    daysAgoOf.slice(0, 3 + (machine.id % 6)).forEach((daysAgo, place) => {
      const story = stories[place];
      if (!story) return;
      const id = machine.id * 100 + place + 1;
      // Whole minutes, and never at the same time on two machines.
      const aboutMs =
        Math.floor((now - daysAgo * DAY_MS - machine.id * 37 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
      const times = timesOf(story, aboutMs, past, taken);
      if (times === null) return;
      rows.push({
        ...{
          id,
          deviceId: machine.id,
          ...wordsOf(machine, story),
          ...times,
          createdAt: Math.min(now, times.endAt + 5 * MINUTE_MS),
          kiwiClass: story.kiwiClass ?? null,
        },
        ...(story.bySampler
          ? { userId: null, samplerId: samplerIds.has(machine.id) ? machine.id : null }
          : { userId: userIds(machine.id), samplerId: null }),
      });
      (story.done ?? []).forEach(([type, part, reason, partNumber], index) =>
        done.push({
          id: id * 10 + index + 1,
          eventId: id,
          type,
          ...findPart(part, reason),
          componentPartNumber: partNumber ?? null,
        }),
      );
    });
  }
  return { events: rows, interventions: done };
}
