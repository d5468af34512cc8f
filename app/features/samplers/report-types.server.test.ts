import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditEntries, devices } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { typesOf } from "#simulator/report-types.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import { createIngestApp } from "#workers/ingest/app.ts";
import { createMapping } from "./create-mapping.server.ts";
import { createSampler } from "./create-sampler.server.ts";
import { listMappings } from "./list-mappings.server.ts";
import { listTelemetryTypes } from "./list-telemetry-types.server.ts";
import { loadRecorderConfig } from "./load-recorder-config.server.ts";
import { createMappingSchema, createSamplerSchema, updateMappingSchema } from "./schemas.ts";
import { updateMapping } from "./update-mapping.server.ts";

const db = openTestDb();
let actor: Actor;
let deviceId: number;
const deps = () => ({
  db: db(),
  now: NOW,
  actor,
  jobs: { send: () => Promise.resolve() },
  recorder: () => ({ configure: () => Promise.resolve() }),
});
beforeAll(async () => {
  ({ actor } = await createUser(db(), { role: "superuser" }));
  const facilityId = await createFacility(db(), await createCustomer(db()));
  ({ id: deviceId } = await createMachine(db(), { facilityId }));
});

/** A sampler and its wire. */
async function sampler() {
  const input = createSamplerSchema.parse({ device_id: deviceId, name: "S", spec: "http" });
  const { id, key } = await createSampler(deps(), input);
  const app = createIngestApp();
  const configured: unknown[] = [];
  const env = {
    HELIOS_MODE: "local",
    CLOCK_OFFSET_MS: String(NOW - Date.now()),
    DB: (db() as unknown as { $client: D1Database }).$client,
    RECORDER: {
      getByName: () => ({ configure: async (config: unknown) => configured.push(config) }),
    },
  } as unknown as Parameters<typeof app.fetch>[1];
  const report = (body: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return app.fetch(
      new Request("http://helios/ingest/v1/types", {
        method: "POST",
        body: text,
        headers: {
          Authorization: `Bearer ${key}`,
          "Content-Type": "application/json",
          "Content-Length": String(text.length),
          ...headers,
        },
      }),
      env,
    );
  };
  const names = async () => (await listTelemetryTypes(deps(), id)).map(({ name }) => name);
  const map = (machine_key: string, human_key: string, telemetry_type_id: number) =>
    createMapping(
      deps(),
      createMappingSchema.parse({ sampler_id: id, machine_key, human_key, telemetry_type_id }),
    );
  return { id, key, report, names, map, configured };
}
const drive = {
  name: "udtDrive",
  type: "structure",
  length: null,
  members: [
    { name: "Speed", type: "REAL" },
    { name: "Note", type: "STRING" },
  ],
};
const plain = (name: string) => ({ name, type: "float" });

describe("a sampler's report of its types", () => {
  it("stands beside the base types, and replaces what it reported before", async () => {
    const { report, names, id } = await sampler();
    const base = await names();
    expect(await (await report({ types: [drive, plain("A")] })).json()).toEqual({
      data: { types: 2 },
    });
    expect(await names()).toEqual([...base, "A", "udtDrive"].sort());
    const [found] = (await listTelemetryTypes(deps(), id)).filter(
      ({ name }) => name === "udtDrive",
    );
    expect(found).toMatchObject({ ...drive, sampler_id: id, is_gone: false });
    expect((await report({ types: [plain("B"), { ...plain("BOOL"), type: "odd" }] })).status).toBe(
      200,
    );
    expect(await names()).toEqual([...base, "B"].sort());
    expect((await listTelemetryTypes(deps(), id)).find(({ name }) => name === "BOOL")?.type).toBe(
      "boolean",
    );
    await report({ types: [] });
    expect(await names()).toEqual(base);
  });

  it("that lacks one in use keeps and marks its mapping, until it is reported again", async () => {
    const { id, report, map } = await sampler();
    await report({ types: [drive] });
    const type = (await listTelemetryTypes(deps(), id)).find(({ name }) => name === "udtDrive")!;
    const mapping = await map("Main.Speed", `speed_${id}`, type.id);
    expect(mapping.is_type_gone).toBe(false);
    await report({ types: [plain("A")] });
    const listed = async () => (await listMappings(deps(), id, { page: 1, limit: 30 })).data[0];
    expect(await listed()).toEqual({ ...mapping, is_type_gone: true });
    await expect(map("Main.Note", `note_${id}`, type.id)).rejects.toMatchObject({
      code: "validation_failed",
    });
    const renamed = updateMappingSchema.parse({ human_key: `still_${id}` });
    expect(await updateMapping(deps(), mapping.id, renamed)).toMatchObject({ is_type_gone: true });
    await report({ types: [drive] });
    expect(await listed()).toMatchObject({ telemetry_type_id: type.id, is_type_gone: false });
    await report({ types: [] });
    const other = updateMappingSchema.parse({ telemetry_type_id: null });
    expect(await updateMapping(deps(), mapping.id, other)).toMatchObject({ is_type_gone: false });
    await report({ types: [plain("A")] });
    expect((await listTelemetryTypes(deps(), id)).map(({ id }) => id)).not.toContain(type.id);
  });

  it("tells the recorder what a member's values are, and the log once", async () => {
    const { id, report, map, configured } = await sampler();
    await report({ types: [drive] });
    const type = (await listTelemetryTypes(deps(), id)).find(({ name }) => name === "udtDrive")!;
    await map("Main.Note", `member_${id}`, type.id);
    const config = await loadRecorderConfig({ db: db(), now: NOW }, deviceId);
    expect(config?.samplers.find((one) => one.id === id)?.kinds).toEqual({
      [`member_${id}`]: "text",
    });
    const version = async () =>
      (await db().select().from(devices).where(eq(devices.id, deviceId)).get())?.recorderVersion;
    const before = [await version(), configured.length];
    await report({ types: [drive] });
    expect([await version(), configured.length]).toEqual(before);
    const told = await db()
      .select()
      .from(auditEntries)
      .where(
        and(eq(auditEntries.action, "sampler.types_reported"), eq(auditEntries.subjectId, id)),
      );
    expect(told).toHaveLength(1);
  });

  it("is bounded, and refused whole with the place of the fault", async () => {
    const { report, names } = await sampler();
    const base = await names();
    const many = (count: number) => Array.from({ length: count }, (_, n) => plain(`T${n}`));
    const refusals: [unknown, string][] = [
      [{ types: many(501) }, "types"],
      [{ types: [{ ...drive, members: many(201) }] }, "types.0.members"],
      [{ types: [plain("A"), plain("A")] }, "types"],
      [{ types: [{ name: "A", type: 7 }] }, "types.0.type"],
      [{ types: [{ ...plain("A"), length: -1 }] }, "types.0.length"],
      [[], ""],
    ];
    for (const [body, path] of refusals) {
      const answer = await report(body);
      expect([answer.status, await answer.json()]).toMatchObject([
        400,
        { error: "malformed", path },
      ]);
    }
    expect((await report("{")).status).toBe(400);
    expect((await report(" ".repeat(1_048_577))).status).toBe(413);
    expect((await report({ types: [] }, { "Content-Type": "text/plain" })).status).toBe(415);
    expect((await report({ types: [] }, { Authorization: "Bearer x" })).status).toBe(401);
    expect((await report({ types: many(500) })).status).toBe(200);
    expect(await names()).toHaveLength(base.length + 500);
  });

  it("of the simulator's plants is taken", async () => {
    for (const make of ["Sun", "Fosber", "LMC"]) {
      const { report, names } = await sampler();
      expect((await report({ types: typesOf(make) })).status).toBe(200);
      for (const { name } of typesOf(make)) expect(await names()).toContain(name);
    }
  });
});
