import { beforeAll, expect, it } from "vitest";
import { samplers, telemetryDefinitions } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import {
  listDefaultMappings,
  listKnownMappings,
  listSections,
  suggestHumanKeys,
} from "./suggest-mappings.server.ts";

const db = openTestDb();
const actors = {} as Record<"admin" | "user" | "superuser", Actor>;
let own: { id: number };
/** As the factory makes machines. */
const KIND = { make: "Sun", model: "625" } as const;

async function map(deviceId: number, machineKey: string, humanKey: string, section?: string) {
  const sampler = await db()
    .insert(samplers)
    .values({ deviceId, name: "S", spec: "http", createdAt: NOW, updatedAt: NOW })
    .returning({ id: samplers.id })
    .get();
  await db()
    .insert(telemetryDefinitions)
    .values({
      samplerId: sampler.id,
      deviceId,
      machineKey,
      humanKey,
      primarySection: section ?? null,
      createdAt: NOW,
    });
}

beforeAll(async () => {
  const [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  const [plant, foreign] = [await createFacility(db(), acme), await createFacility(db(), globex)];
  own = await createMachine(db(), { facilityId: plant, make: "Sun" });
  const sister = await createMachine(db(), { facilityId: plant, make: "Sun" });
  const stranger = await createMachine(db(), { facilityId: foreign, make: "Sun" });
  await map(own.id, "Main.Speed", "machine_speed");
  await map(sister.id, "Dryer.Temp", "dryer_temperature", "dryer");
  await map(stranger.id, "Dryer.Temp", "secret_name", "secret section");
  const roles = { admin: "admin", user: "user", superuser: "superuser" } as const;
  for (const [name, role] of Object.entries(roles))
    actors[name as keyof typeof roles] = (
      await createUser(db(), {
        role,
        ...(role === "superuser" ? {} : { customerId: acme, facilityIds: [plant] }),
      })
    ).actor;
});
const ask = (machineKey: string, who: keyof typeof actors = "admin") =>
  suggestHumanKeys({ db: db(), actor: actors[who] }, { machineKey, device: own.id });

it("offers what sister machines call it, within the actor's scope, and says by which tag what else fits is used", async () => {
  expect(await ask("Dryer.Temp")).toEqual({ free: ["dryer_temperature"], inUse: [] });
  expect((await ask("Dryer.Temp", "superuser")).free).toEqual(["dryer_temperature", "secret_name"]);
  expect((await ask("SheetCounter.ACC")).free).toContain("sheet_count");
  const taken = [{ humanKey: "machine_speed", machineKey: "Main.Speed" }];
  for (const key of ["Main.Speed", "Machine_Speed"]) {
    const { free, inUse } = await ask(key);
    expect(free).not.toContain("machine_speed");
    expect(inUse).toEqual(taken);
  }
});

it("knows a kind of machine by make and model, names of others stay theirs", async () => {
  const deps = { db: db(), actor: actors.admin };
  const known = await listKnownMappings(deps, KIND);
  expect(known).toContainEqual({
    machineKey: "Dryer.Temp",
    humanKey: "dryer_temperature",
    machines: 1,
  });
  expect(JSON.stringify(known)).not.toContain("secret");
  expect(await listSections(deps, KIND)).toEqual([
    "feeder",
    "printing",
    "die cutting",
    "folding",
    "counter ejector",
    "stacker",
    "dryer",
  ]);
  expect(await listSections(deps, { make: "Fosber", model: "X" })).toContain("double facer");
});

it("is for those who manage samplers", async () => {
  const deps = { db: db(), actor: actors.user };
  await expect(ask("Main.Speed", "user")).rejects.toMatchObject({ code: "forbidden" });
  await expect(listSections(deps, KIND)).rejects.toMatchObject({ code: "forbidden" });
  expect(() => listDefaultMappings(deps, KIND)).toThrow("forbidden");
});
