/** What a serial number may be and finds over /v1, beside the ids of machines. */
import { beforeAll, describe, expect, it } from "vitest";
import { registeredApis } from "#app/api/registry.server.ts";
import { samplers } from "#app/db/schema/index.ts";
import * as v1 from "#app/routes/v1.$.ts";
import { callApi } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createSession,
  createUser,
  NOW,
} from "./factories/people.ts";

const db = openTestDb();
const NEW = { make: "Sun", model: "625" };
let plant: number;
const tokens = {} as Record<"boss" | "oem", string>;

beforeAll(async () => {
  plant = await createFacility(db(), await createCustomer(db()));
  const tokenOf = async (who: Parameters<typeof createUser>[1]) =>
    (await createSession(db(), (await createUser(db(), who)).actor)).token;
  tokens.boss = await tokenOf({ role: "superuser" });
  tokens.oem = await tokenOf({ role: "oem_superuser", make: "Sun" });
});

const call = async (who: keyof typeof tokens, method: string, path: string, body?: object) => {
  const answer = await callApi({ db: db(), now: NOW }, v1, `/v1${path}`, {
    method,
    token: tokens[who],
    ...(body === undefined ? {} : { body }),
  });
  return { ...answer, data: answer.body["data"] as Record<string, unknown> };
};

describe("a serial number", () => {
  it("is no name that /v1/devices/ has a call of, in any case", async () => {
    const names = registeredApis().flatMap(
      ([path]) => /^\/v1\/devices\/(\w+)$/.exec(path)?.[1] ?? [],
    );
    expect(names).toContain("make_models");
    for (const serial_number of names.flatMap((name) => [name, name.toUpperCase()])) {
      const { status, body } = await call("boss", "POST", "/devices", { ...NEW, serial_number });
      expect([serial_number, status, body["errors"]]).toEqual([
        serial_number,
        422,
        { serial_number: ["is a name that Helios keeps for itself"] },
      ]);
    }
  });

  it("that reads like a foreign machine's id gives nothing of that machine", async () => {
    const { id } = await createMachine(db(), { facilityId: plant, make: "Ward" });
    const [row] = await db()
      .insert(samplers)
      .values({ deviceId: id, name: "Line", spec: "http", createdAt: NOW, updatedAt: NOW })
      .returning();
    const at = `/samplers/${row!.id}`;
    const added = await call("oem", "POST", "/devices", { ...NEW, serial_number: String(id) });
    expect(added.status).toBe(201);
    expect(added.data["id"]).not.toBe(id);
    for (const [method, path] of [
      ["GET", `${at}/unmapped_tags`],
      ["POST", `${at}/rotate_key`],
      ["DELETE", at],
    ] as const)
      expect([method, path, (await call("oem", method, path)).status]).toEqual([method, path, 404]);
    const replacing = { device_id: id };
    expect((await call("oem", "POST", `/devices/${id}/replace`, replacing)).status).toBe(404);
    // The same text is one machine for whom it is the id of one, another for whom it is a serial number only.
    expect((await call("oem", "GET", `/devices/${id}`)).data).toEqual(added.data);
    expect((await call("boss", "GET", `/devices/${id}`)).data["id"]).toBe(id);
  });

  it("may be written in any case to read or change its machine", async () => {
    await createMachine(db(), { facilityId: plant, serialNumber: "Case-7" });
    expect((await call("boss", "PUT", "/devices/CASE-7", { name: "Seven" })).data).toMatchObject({
      serial_number: "Case-7",
      name: "Seven",
    });
    expect((await call("boss", "GET", "/devices/case-7")).data["name"]).toBe("Seven");
  });
});
