import { beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "#app/domain/access/types.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createUser,
} from "#tests/factories/people.ts";
import { getMachine, requireCachedMachine, requireMachine } from "./get-machine.server.ts";
import { listMachines } from "./list-machines.server.ts";
import { requireMachines } from "./require-machines.server.ts";

const db = openTestDb();
type Place = { mine: number; sibling: number; foreign: number };
let machines: Record<
  "mine" | "sibling" | "foreign" | "simulated" | "unconfigured",
  { id: number; serialNumber: string }
>;
let actors: Record<"user" | "admin" | "oem" | "superuser" | "homeless", Actor>;
let place: Place;

beforeAll(async () => {
  const [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  place = {
    mine: await createFacility(db(), acme),
    sibling: await createFacility(db(), acme),
    foreign: await createFacility(db(), globex),
  };
  machines = {
    mine: await createMachine(db(), { facilityId: place.mine, make: "LMC" }),
    sibling: await createMachine(db(), { facilityId: place.sibling }),
    foreign: await createMachine(db(), { facilityId: place.foreign }),
    simulated: await createMachine(db(), { facilityId: place.mine, serialNumber: "X-1_SIM" }),
    unconfigured: await createMachine(db(), { facilityId: null }),
  };
  const actor = async (
    ...args: Parameters<typeof createUser> extends [unknown, ...infer Rest] ? Rest : never
  ) => (await createUser(db(), ...args)).actor;
  actors = {
    user: await actor({ role: "user", customerId: acme, facilityIds: [place.mine] }),
    admin: await actor({ role: "admin", customerId: acme }),
    oem: await actor({ role: "oem_superuser", make: "Sun" }),
    superuser: await actor({ role: "superuser" }),
    homeless: await actor({ role: "user", customerId: acme }),
  };
});

it("lists machines as people look for them: 10 behind 2, whatever the case and the accents", async () => {
  const customer = await createCustomer(db());
  const facilityId = await createFacility(db(), customer);
  for (const name of ["corrugator 10", "Corrugator 2", "Águila", "Zeta", "azul"])
    await createMachine(db(), { facilityId, name });
  const { actor } = await createUser(db(), { role: "admin", customerId: customer });
  const names = (await listMachines({ db: db(), actor })).map(({ name }) => name);
  expect(names).toEqual(["Águila", "azul", "Corrugator 2", "corrugator 10", "Zeta"]);
});

const listed = async (who: keyof typeof actors) => {
  const ids = new Set(
    (await listMachines({ db: db(), actor: actors[who] })).map((machine) => machine.id),
  );
  return Object.entries(machines).flatMap(([name, { id }]) => (ids.has(id) ? [name] : []));
};
const reached = async (who: keyof typeof actors) => {
  const names = [];
  for (const [name, { id }] of Object.entries(machines))
    if (await getMachine({ db: db(), actor: actors[who] }, id)) names.push(name);
  return names;
};

describe("the machines of an actor", () => {
  it("are listed by scope, unconfigured ones for those who commission them, simulated ones for superusers", async () => {
    expect(await listed("user")).toEqual(["mine"]);
    expect(await listed("admin")).toEqual(["mine", "sibling"]);
    expect(await listed("oem")).toEqual(["sibling", "foreign", "unconfigured"]);
    expect(await listed("superuser")).toEqual([
      "mine",
      "sibling",
      "foreign",
      "simulated",
      "unconfigured",
    ]);
    expect(await listed("homeless")).toEqual([]);
  });

  it("are reached one by one within the scope and not beyond", async () => {
    expect(await reached("user")).toEqual(["mine", "simulated"]);
    expect(await reached("oem")).toEqual(["sibling", "foreign", "simulated", "unconfigured"]);
    expect(await reached("homeless")).toEqual([]);
  });

  it("answer to id and serial number, a row id first", async () => {
    const numeric = await createMachine(db(), {
      facilityId: place.mine,
      serialNumber: String(machines.mine.id),
    });
    const deps = { db: db(), actor: actors.superuser };
    expect((await getMachine(deps, machines.mine.serialNumber))?.id).toBe(machines.mine.id);
    expect((await getMachine(deps, String(machines.mine.id)))?.id).toBe(machines.mine.id);
    expect((await getMachine(deps, numeric.id))?.serialNumber).toBe(numeric.serialNumber);
    for (const text of ["0", "-1", "nothing", "1e3", "", "99999999999999999999"])
      expect(await getMachine(deps, text)).toBeNull();
  });

  it("answer to a serial number in any case, alone and among several", async () => {
    const { id } = await createMachine(db(), { facilityId: place.mine, serialNumber: "Case-1" });
    const deps = { db: db(), actor: actors.user };
    expect((await getMachine(deps, "cASE-1"))?.id).toBe(id);
    expect((await requireMachines(deps, ["CASE-1"])).map((machine) => machine.id)).toEqual([id]);
  });

  it("with a serial number like a foreign id answer to it as a text, never as a row's id", async () => {
    const { id } = await createMachine(db(), {
      facilityId: place.mine,
      serialNumber: String(machines.foreign.id),
    });
    const deps = { db: db(), actor: actors.user };
    const text = String(machines.foreign.id);
    expect((await getMachine(deps, text))?.id).toBe(id);
    expect((await requireMachines(deps, [text])).map((machine) => machine.id)).toEqual([id]);
    expect(await getMachine(deps, machines.foreign.id)).toBeNull();
    expect((await requireCachedMachine(deps, text)).id).toBe(id);
    await expect(requireCachedMachine(deps, machines.foreign.id)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("refuse the foreign like the missing", async () => {
    const refusal = { code: "not_found", message: "There is no such machine." };
    await expect(
      requireMachine({ db: db(), actor: actors.admin }, machines.foreign.id),
    ).rejects.toMatchObject(refusal);
    await expect(requireMachine({ db: db(), actor: actors.admin }, 987_654)).rejects.toMatchObject(
      refusal,
    );
  });

  it("can be narrowed to a facility or a customer, never widened", async () => {
    const ids = async (filter: { facilityId: number }) =>
      (await listMachines({ db: db(), actor: actors.user }, filter)).map(({ id }) => id);
    expect(await ids({ facilityId: place.sibling })).toEqual([]);
    expect(await ids({ facilityId: place.mine })).toContain(machines.mine.id);
  });

  it("carry facility, customer and tier", async () => {
    const machine = await getMachine({ db: db(), actor: actors.admin }, machines.mine.id);
    expect(machine).toMatchObject({
      facility: { id: place.mine, timezone: "America/Chicago" },
      serviceTier: null,
      kiwiplan: false,
    });
    const unconfigured = await getMachine(
      { db: db(), actor: actors.superuser },
      machines.unconfigured.id,
    );
    expect(unconfigured?.facility).toBeNull();
  });
});
