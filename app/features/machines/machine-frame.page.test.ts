/** What stands around a machine's tabs, and its overview: a part that cannot be read takes nothing else away. */
import { sql } from "drizzle-orm";
import { beforeAll, expect, it, vi } from "vitest";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { openPages, visit } from "#tests/factories/pages.ts";
import { createPlant, createSession, NOW } from "#tests/factories/people.ts";

const db = openTestDb();
let token: string;
let machine: number;
let pages: Awaited<ReturnType<typeof openPages>>;
beforeAll(async () => {
  pages = await openPages();
  const { deviceId, superuser } = await createPlant(db());
  machine = deviceId;
  token = (await createSession(db(), superuser)).token;
}, 3_600_000);

const FRAME = "routes/_app.machines.$id";
type Frame = { latest: unknown; alarmsOn: unknown };
type Overview = {
  overview: { latest: unknown };
  maintenances: unknown;
  maintenancesFailed: boolean;
  eventsFailed: boolean;
};

async function open(recorder: Partial<RecorderPort> = {}) {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const world = { db: db(), now: NOW, recorder: { latest: async () => ({}), ...recorder } };
  const { status, body } = await visit(pages.handle, world, `/machines/${machine}/overview`, {
    token,
  });
  const data = JSON.parse(body) as Record<string, { frame: Frame } & Overview>;
  const failures = logged.mock.calls.length;
  logged.mockRestore();
  return { status, failures, frame: data[FRAME]?.frame, tab: data[`${FRAME}.overview`] };
}

it("stands also while the newest values cannot be read", async () => {
  const { status, failures, frame, tab } = await open({
    latest: () => Promise.reject(new Error("away")),
  });
  expect([status, failures]).toEqual([200, 2]);
  expect(frame).toMatchObject({ latest: null, alarmsOn: { on: 0 } });
  expect(tab).toMatchObject({ overview: { latest: null }, eventsFailed: false });
});

it("stands also while the alarms cannot be counted, and the maintenance cannot be read", async () => {
  await db().run(sql`alter table maintenances rename to away`);
  try {
    const { status, failures, frame, tab } = await open();
    expect([status, failures]).toEqual([200, 2]);
    expect(frame).toMatchObject({ latest: {}, alarmsOn: null });
    expect(tab).toMatchObject({
      maintenances: null,
      maintenancesFailed: true,
      eventsFailed: false,
    });
  } finally {
    await db().run(sql`alter table away rename to maintenances`);
  }
});
