/** What the demo's people saved of their machines' analytics. */
import type { savedQuestions } from "#app/db/schema/index.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import type { DemoMachine } from "./machines.ts";

const QUESTIONS = [
  {
    name: "Speed against last week",
    search: "date_range=24h&metrics=machine_speed%2Csheets_per_hour&compare=7d",
  },
  { name: "Board and speed, 7 days", search: "date_range=7d&metrics=machine_speed%2Csheet_size" },
];

/** `userIds`: of a machine's crew. Machines without a plant have none. */
export function demoSavedQuestions(
  machines: readonly DemoMachine[],
  { now, userIds }: { now: number; userIds: (machineId: number) => number | null },
): (typeof savedQuestions.$inferInsert)[] {
  return machines
    .filter(({ facilityId }) => facilityId !== null)
    .flatMap(({ id }) =>
      QUESTIONS.map((question, place) => ({
        id: id * 10 + place + 1,
        code: `demo${id}x${place + 1}`,
        deviceId: id,
        ...question,
        isShared: true,
        userId: userIds(id),
        createdAt: now - (2 + place) * DAY_MS,
      })),
    );
}
