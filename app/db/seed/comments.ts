/** What the demo's people say of their machines. */
import type { comments } from "#app/db/schema/index.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { localTimeOf } from "#app/domain/formats/local-days.ts";
import { languageOf, type DemoMachine, type PlantLanguage } from "./machines.ts";
import { findStop, type MachinePast, type PastOf } from "./past.ts";

type Said = Record<PlantLanguage, string> & {
  hoursAgo: number;
  isInside?: true;
  /** It points at a stop of the machine, about an hour before it was said. */
  pointsAtStop?: true;
};
const SAID: readonly Said[] = [
  {
    en: "Left feed belt squeals when cold. Looked at it, still fine.",
    es: "La banda izquierda del alimentador rechina en frío. La revisé, todavía está bien.",
    hoursAgo: 160,
  },
  {
    en: "Spare vacuum fan has arrived, it is in rack 4.",
    es: "Llegó el ventilador de vacío de repuesto, está en el estante 4.",
    hoursAgo: 70,
  },
  {
    en: "Stood for a jam at the feed",
    es: "Se paró por un atasco en la alimentación",
    hoursAgo: 9,
    pointsAtStop: true,
  },
  {
    en: "Check the drive's firmware at the next visit.",
    es: "Check the drive's firmware at the next visit.",
    hoursAgo: 48,
    isInside: true,
  },
];
/** Of each machine's comments. */
const IDS_APART = 10;

/** `userIds`: of a machine's crew. Machines without a plant have no comments; the last of all is the provider's staff's. */
export function demoComments(
  machines: readonly DemoMachine[],
  {
    now,
    pastOf,
    userIds,
    staffId,
  }: {
    now: number;
    pastOf: PastOf;
    userIds: (machineId: number) => number | null;
    staffId: number | null;
  },
): (typeof comments.$inferInsert)[] {
  return machines
    .filter(({ facilityId }) => facilityId !== null)
    .flatMap((machine) =>
      SAID.slice(machine.id % SAID.length).flatMap((said, place) => {
        const saidAt = minuteOf(now, said.hoursAgo);
        const pointsAt = said.pointsAtStop ? stopAt(pastOf(machine), saidAt) : null;
        // A machine that did not stand has nothing that could be told of it.
        if (said.pointsAtStop && pointsAt === null) return [];
        const token = pointsAt === null ? "" : ` #t=${localTimeOf(pointsAt, machine.timezone)}`;
        return {
          id: machine.id * IDS_APART + place + 1,
          deviceId: machine.id,
          userId: said.isInside ? staffId : userIds(machine.id),
          text: `${said[languageOf(machine)]}${token}`,
          isPublic: said.isInside === undefined,
          pointsAt,
          createdAt: pointsAt === null ? saidAt : Math.min(now, pointsAt + HOUR_MS),
        };
      }),
    );
}

/** When a jam began about an hour before; that very hour where nobody knows the machine's past. */
function stopAt(past: MachinePast | null, saidAt: number): number | null {
  const aboutMs = saidAt - HOUR_MS;
  if (past === null) return aboutMs;
  const found = findStop(past, { aboutMs, cause: "jam", minutes: 10 }, new Set());
  return found?.startMs ?? null;
}

const minuteOf = (now: number, hoursAgo: number): number =>
  Math.floor((now - hoursAgo * HOUR_MS) / MINUTE_MS) * MINUTE_MS;
