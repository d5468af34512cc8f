/** What the demo's people saved of their machines' analytics. */
import type { savedQuestions } from "#app/db/schema/index.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { languageOf, type DemoMachine } from "./machines.ts";

const QUESTIONS = [
  {
    en: "Speed against last week",
    es: "Velocidad contra la semana pasada",
    search: "date_range=24h&metrics=machine_speed%2Csheets_per_hour&compare=7d",
  },
  {
    en: "Board and speed, 7 days",
    es: "Cartón y velocidad, 7 días",
    search: "date_range=7d&metrics=machine_speed%2Csheet_size",
  },
];

/** `userIds`: of a machine's crew. Machines without a plant have none. */
export function demoSavedQuestions(
  machines: readonly DemoMachine[],
  { now, userIds }: { now: number; userIds: (machineId: number) => number | null },
): (typeof savedQuestions.$inferInsert)[] {
  return machines
    .filter(({ facilityId }) => facilityId !== null)
    .flatMap((machine) =>
      QUESTIONS.map((question, place) => ({
        id: machine.id * 10 + place + 1,
        code: `demo${machine.id}x${place + 1}`,
        deviceId: machine.id,
        name: question[languageOf(machine)],
        search: question.search,
        isShared: true,
        userId: userIds(machine.id),
        createdAt: now - (2 + place) * DAY_MS,
      })),
    );
}
