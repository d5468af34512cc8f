import { expect, it } from "vitest";
import { attentionOf, type readAttention } from "./load-attention.server.ts";
import { ATTENTION_ROWS } from "./fleet-types.ts";

type Read = Awaited<ReturnType<typeof readAttention>>;
const work = (id: number, deviceId: number, status: "overdue" | "good") =>
  ({ id, deviceId, status }) as unknown as Read[0][number];
const NOW = 1_000;
const alarm = (id: number, deviceId: number, shelvedUntil: number | null = null) =>
  ({ id, deviceId, shelvedUntil }) as Read[1][number];

const read: Read = [
  [...Array.from({ length: 7 }, (_, id) => work(id, 1, "overdue")), work(7, 2, "good")],
  [
    ...[alarm(1, 2), alarm(2, 2), alarm(3, 9), alarm(6, 9, NOW + 1)],
    ...[alarm(4, 1, NOW + 9), alarm(5, 2, NOW + 5)],
  ],
  // More than rows were read, as of a large fleet; one machine is not shown.
  [
    { deviceId: 1, total: 700, overdue: 600, snoozed: 2 },
    { deviceId: 2, total: 1, overdue: 0, snoozed: 1 },
    { deviceId: 9, total: 4, overdue: 4, snoozed: 8 },
  ],
];
const machines = [
  { id: 1, name: "Folder" },
  { id: 2, name: "Slotter" },
];

it("shows the first rows of each by the machines' shown names, and how many there are", () => {
  const { maintenances, alarms } = attentionOf(read, machines, { now: NOW });
  expect(maintenances.rows).toHaveLength(ATTENTION_ROWS);
  expect(maintenances.total).toBe(701);
  expect(maintenances.snoozed).toBe(3);
  expect(alarms.rows.map(({ id, deviceName }) => [id, deviceName])).toEqual([
    [1, "Slotter"],
    [2, "Slotter"],
    [4, "Folder"],
    [5, "Slotter"],
  ]);
});

it("shows every row of the table that is asked for", () => {
  const { maintenances } = attentionOf(read, machines, { now: NOW, all: "maintenances" });
  expect(maintenances.rows).toHaveLength(8);
  const nonsense = attentionOf(read, machines, { now: NOW, all: "nonsense" });
  expect(nonsense.maintenances.rows).toHaveLength(ATTENTION_ROWS);
});

it("counts what is raised and not shelved, and what is overdue, at each machine", () => {
  expect(attentionOf(read, machines, { now: NOW }).counts).toMatchObject({
    1: { alarms: 0, overdue: 600 },
    2: { alarms: 2, overdue: 0 },
  });
});

it("knows how many alarms are not shelved, and when the first of the machines shown comes back", () => {
  const { alarms } = attentionOf(read, machines, { now: NOW });
  expect([alarms.total, alarms.on, alarms.nextReturnMs]).toEqual([4, 2, 5]);
  const unshelved: Read = [[], [alarm(1, 2)], []];
  expect(attentionOf(unshelved, machines, { now: NOW }).alarms.nextReturnMs).toBeNull();
});
