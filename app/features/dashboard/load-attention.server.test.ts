import { expect, it } from "vitest";
import { attentionOf, type readAttention } from "./load-attention.server.ts";
import { ATTENTION_ROWS } from "./fleet-types.ts";

type Read = Awaited<ReturnType<typeof readAttention>>;
const work = (id: number, deviceId: number, status: "overdue" | "good") =>
  ({ id, deviceId, status }) as unknown as Read[0][number];
const alarm = (id: number, deviceId: number) => ({ id, deviceId }) as Read[1][number];

const read: Read = [
  [...Array.from({ length: 7 }, (_, id) => work(id, 1, "overdue")), work(7, 2, "good")],
  [alarm(1, 2), alarm(2, 2), alarm(3, 9)],
];
const machines = [
  { id: 1, name: "Folder" },
  { id: 2, name: "Slotter" },
];

it("shows the first rows of each by the machines' shown names, and how many there are", () => {
  const { maintenances, alarms } = attentionOf(read, machines);
  expect(maintenances.rows).toHaveLength(ATTENTION_ROWS);
  expect(maintenances.total).toBe(8);
  expect(alarms.rows.map(({ id, deviceName }) => [id, deviceName])).toEqual([
    [1, "Slotter"],
    [2, "Slotter"],
  ]);
});

it("shows every row of the table that is asked for", () => {
  const { maintenances } = attentionOf(read, machines, "maintenances");
  expect(maintenances.rows).toHaveLength(8);
  expect(attentionOf(read, machines, "nonsense").maintenances.rows).toHaveLength(ATTENTION_ROWS);
});

it("counts what is raised and what is overdue at each machine", () => {
  expect(attentionOf(read, machines).counts).toMatchObject({
    1: { alarms: 0, overdue: 7 },
    2: { alarms: 2, overdue: 0 },
  });
});
