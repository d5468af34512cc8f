/** What the demo's people noted on their machines' charts. */
import type { annotations } from "#app/db/schema/index.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { languageOf, type DemoMachine, type PlantLanguage } from "./machines.ts";

type Note = Record<PlantLanguage, string> & { hoursAgo: number; hours: number; metric?: string };
const NOTES: readonly Note[] = [
  {
    en: "Trial of recycled liner, slower on purpose",
    es: "Prueba de liner reciclado, más lento a propósito",
    ...{ hoursAgo: 20, hours: 16 },
  },
  {
    en: "Warped sheets from the corrugator",
    es: "Láminas combadas de la corrugadora",
    ...{ hoursAgo: 75, hours: 3 },
  },
  {
    en: "New feed belts, running in",
    es: "Bandas de alimentación nuevas, en asentamiento",
    ...{ hoursAgo: 150, hours: 10, metric: "machine_speed" },
  },
];

/** `userIds`: of a machine's crew. Machines without a plant have no notes. */
export function demoAnnotations(
  machines: readonly DemoMachine[],
  { now, userIds }: { now: number; userIds: (machineId: number) => number | null },
): (typeof annotations.$inferInsert)[] {
  return machines
    .filter(({ facilityId }) => facilityId !== null)
    .flatMap((machine) =>
      NOTES.slice(0, 1 + (machine.id % NOTES.length)).map((note, place) => {
        const from = now - note.hoursAgo * HOUR_MS - machine.id * 11 * MINUTE_MS;
        const startAt = Math.floor(from / MINUTE_MS) * MINUTE_MS;
        const endAt = startAt + note.hours * HOUR_MS;
        return {
          id: machine.id * 10 + place + 1,
          deviceId: machine.id,
          kind: "note" as const,
          metric: note.metric ?? null,
          startAt,
          endAt,
          text: note[languageOf(machine)],
          userId: userIds(machine.id),
          createdAt: endAt,
        };
      }),
    );
}
