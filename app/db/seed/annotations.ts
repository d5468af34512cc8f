/** What the demo's people noted on their machines' charts. */
import type { annotations } from "#app/db/schema/index.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/durations.ts";
import { languageOf, type DemoMachine, type PlantLanguage } from "./machines.ts";

type Note = Record<PlantLanguage, string> & {
  hoursAgo: number;
  hours: number;
  metric?: string;
  /** Of a make's machines only. */
  isOfCorrugators?: boolean;
};
const NOTES: readonly Note[] = [
  {
    en: "Trial of recycled liner",
    es: "Prueba de liner reciclado",
    ...{ hoursAgo: 20, hours: 6, isOfCorrugators: true },
  },
  {
    en: "Warped sheets from the corrugator",
    es: "Láminas combadas de la corrugadora",
    ...{ hoursAgo: 21, hours: 3, isOfCorrugators: false },
  },
  {
    en: "Trainee at the delivery",
    es: "Aprendiz en la entrega",
    ...{ hoursAgo: 26, hours: 8 },
  },
  {
    en: "New feed belts, running in",
    es: "Bandas de alimentación nuevas, en asentamiento",
    ...{ hoursAgo: 50, hours: 10, metric: "machine_speed", isOfCorrugators: false },
  },
];
/** Notes of one machine. */
const MOST = 3;

/** `userIds`: of a machine's crew. Machines without a plant have no notes. */
export function demoAnnotations(
  machines: readonly DemoMachine[],
  { now, userIds }: { now: number; userIds: (machineId: number) => number | null },
): (typeof annotations.$inferInsert)[] {
  return machines
    .filter(({ facilityId }) => facilityId !== null)
    .flatMap((machine) =>
      notesOf(machine).map((note, place) => {
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

/** One at least; a machine's place says which comes first, so that machines of a plant differ. */
function notesOf({ id, make }: DemoMachine): Note[] {
  const own = NOTES.filter(
    ({ isOfCorrugators }) =>
      isOfCorrugators === undefined || isOfCorrugators === (make === "Fosber"),
  );
  return own.map((_, place) => own[(id + place) % own.length]!).slice(0, 1 + (id % MOST));
}
