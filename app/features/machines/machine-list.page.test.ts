/** The page of the list of machines: a part that cannot be read is told and logged, and takes nothing else away. */
import { sql } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import { openTestDb } from "#tests/factories/db.ts";
import { openPages, visit } from "#tests/factories/pages.ts";
import { createPlant, createSession, NOW } from "#tests/factories/people.ts";
import type { MachineRow } from "./machine-row.ts";

const db = openTestDb();
let plant: Awaited<ReturnType<typeof createPlant>>;
let pages: Awaited<ReturnType<typeof openPages>>;
beforeAll(async () => {
  pages = await openPages();
  plant = await createPlant(db());
}, 3_600_000);

const LIST = "routes/_app.machines._index";
type List = { machines: MachineRow[] | null; unread: string[]; choices: unknown };

/** `without`: a table that cannot be read meanwhile. */
async function open(who: "user" | "superuser", without?: string) {
  const { token } = await createSession(db(), plant[who]);
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const rename = async (from: string, to: string) =>
    without === undefined || db().run(sql.raw(`alter table ${from} rename to ${to}`));
  await rename(`${without}`, `${without}_away`);
  try {
    const world = { db: db(), now: NOW, recorder: { latest: async () => ({}) } };
    const { status, body } = await visit(pages.handle, world, "/machines", { token });
    const data = JSON.parse(body) as Record<string, List>;
    return { status, failures: logged.mock.calls.length, list: data[LIST] };
  } finally {
    await rename(`${without}_away`, `${without}`);
    logged.mockRestore();
  }
}

it("tells of nothing unread when all was read", async () => {
  const { failures, list } = await open("superuser");
  expect(failures).toBe(0);
  expect(list).toMatchObject({ unread: [], machines: [{ comments: 0, alarmsOn: 0 }] });
});

it("tells and logs that comments or alarms could not be counted; the machines stand", async () => {
  const comments = await open("user", "comments");
  expect(comments).toMatchObject({ status: 200, failures: 1 });
  expect(comments.list).toMatchObject({ unread: ["comments"], machines: [{ comments: 0 }] });
  const alarms = await open("user", "alarms");
  expect(alarms).toMatchObject({ status: 200, failures: 1 });
  expect(alarms.list).toMatchObject({ unread: ["alarms"], machines: [{ alarmsOn: null }] });
});

it("tells who may add machines that the choices for one could not be read", async () => {
  const { list } = await open("superuser", "customers");
  expect(list).toMatchObject({ unread: ["adding"], choices: null });
});

it("has no machines, and tells so, while machines or facilities cannot be read", async () => {
  const { status, failures, list } = await open("user", "facilities");
  expect([status, list?.machines]).toEqual([200, null]);
  expect(failures).toBeGreaterThan(0);
});
