import { expect, it } from "vitest";
import { auditEntries } from "#app/db/schema/index.ts";
import { createEnrollmentKey } from "#app/features/enrollment/enrollment-keys.server.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createPlant } from "#tests/factories/people.ts";
import { createIngestApp } from "./app.ts";
import type { IngestHono } from "./ingest-hono.ts";

const db = openTestDb();

it("notes in the audit log from where a machine was enrolled, as of all else", async () => {
  const { superuser: actor } = await createPlant(db());
  const now = Date.now();
  const { key } = await createEnrollmentKey(
    { db: db(), now, actor },
    { name: "Gateways", max_uses: 1, expires_at: new Date(now + 3_600_000).toISOString() },
  );
  const env = {
    ...{ HELIOS_MODE: "local", HELIOS_HOST: "127.0.0.1", CLOCK_OFFSET_MS: "0" },
    ...{
      DB: (db() as unknown as { $client: D1Database }).$client,
      SOCKET_HUB: { getByName: () => ({ recheckAccess: async () => {} }) },
    },
  } as unknown as IngestHono["Bindings"];
  const request = new Request("http://helios/ingest/v1/enroll", {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    body: JSON.stringify({
      ...{ serial_number: "GW-1", make: "Sun", model: "625" },
      sampler: { name: "gateway", spec: "http" },
    }),
  });
  const background: Promise<unknown>[] = [];
  const answer = await createIngestApp().fetch(request, env, {
    waitUntil: (work: Promise<unknown>) => void background.push(work),
    passThroughOnException: () => {},
  } as unknown as ExecutionContext);
  await Promise.all(background);
  expect([answer.status, await answer.json()]).toMatchObject([
    201,
    { data: { configured: false } },
  ]);
  const entries = await db().select().from(auditEntries);
  expect(entries.find(({ action }) => action === "machine.enrolled")?.address).toBe("127.0.0.1");
});
