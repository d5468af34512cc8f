/** What the demo's people say of their machines. */
import type { comments } from "#app/db/schema/index.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { localTimeOf } from "#app/domain/formats/local-days.ts";
import { languageOf, type DemoMachine, type PlantLanguage } from "./machines.ts";

type Said = Record<PlantLanguage, string> & {
  hoursAgo: number;
  isInside?: true;
  pointsHoursAgo?: number;
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
    pointsHoursAgo: 10,
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
    userIds,
    staffId,
  }: { now: number; userIds: (machineId: number) => number | null; staffId: number | null },
): (typeof comments.$inferInsert)[] {
  return machines
    .filter(({ facilityId }) => facilityId !== null)
    .flatMap((machine) =>
      SAID.slice(machine.id % SAID.length).map((said, place) => {
        const pointsAt =
          said.pointsHoursAgo === undefined ? null : minuteOf(now, said.pointsHoursAgo);
        const token = pointsAt === null ? "" : ` #t=${localTimeOf(pointsAt, machine.timezone)}`;
        return {
          id: machine.id * IDS_APART + place + 1,
          deviceId: machine.id,
          userId: said.isInside ? staffId : userIds(machine.id),
          text: `${said[languageOf(machine)]}${token}`,
          isPublic: said.isInside === undefined,
          pointsAt,
          createdAt: minuteOf(now, said.hoursAgo),
        };
      }),
    );
}

const minuteOf = (now: number, hoursAgo: number): number =>
  Math.floor((now - hoursAgo * HOUR_MS) / MINUTE_MS) * MINUTE_MS;
