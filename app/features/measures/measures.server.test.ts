import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { auditEntries, devices, measures } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { METRICS } from "#app/domain/metrics/registry.ts";
import * as v1 from "#app/routes/v1.$.ts";
import { callApi } from "#tests/factories/api.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createMachine,
  createSession,
  createUser,
  NOW,
} from "#tests/factories/people.ts";

const db = openTestDb();
const tokens: Record<string, string> = {};
let facilityId: number;
beforeAll(async () => {
  const [acme, globex] = [await createCustomer(db()), await createCustomer(db())];
  facilityId = await createFacility(db(), acme);
  const signIn = async (name: string, actor: Actor) =>
    (tokens[name] = (await createSession(db(), actor)).token);
  const person = async (name: string, options: Parameters<typeof createUser>[1]) =>
    signIn(name, (await createUser(db(), options)).actor);
  await person("user", { role: "user", customerId: acme, facilityIds: [facilityId] });
  await person("admin", { role: "admin", customerId: acme });
  await person("oem", { role: "oem_superuser", make: "Sun" });
  await person("superuser", { role: "superuser" });
  await person("foreign", { role: "admin", customerId: globex });
});

type Json = Record<string, unknown> & { id: number; human_key: string; category: string };
const newMachine = async (more: Partial<typeof devices.$inferInsert> = {}) => {
  const { id } = await createMachine(db(), { facilityId, make: "Sun" });
  if (Object.keys(more).length > 0) await db().update(devices).set(more).where(eq(devices.id, id));
  return id;
};
async function call(who: string, method: string, machine: number | string, at = "", body?: object) {
  const path = `/v1/devices/${machine}/telem_disp_cfg${at}`;
  const answer = await callApi({ db: db(), now: NOW }, v1, path, {
    method,
    token: tokens[who]!,
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, data: answer.body["data"] as Json[] & Json, ...answer.body };
}
const list = async (who: string, machine: number) => (await call(who, "GET", machine)).data;
const BELT = {
  title: "Belt temperature",
  human_key: "belt_f",
  category: "converting",
  type: "float",
  units: "°F",
  precision: 1,
};

describe("the measures of a machine", () => {
  it("are its make's defaults when nobody changed them, with their titles and units, for everybody who sees it", async () => {
    const machine = await newMachine();
    const shown = await list("user", machine);
    expect(shown.find(({ human_key }) => human_key === "sheet_size")).toEqual({
      id: expect.any(Number),
      device_id: machine,
      human_key: "sheet_size",
      title: "Sheet size",
      units: "ft²",
      precision: 1,
      static: false,
      category: "productivity",
      type: "float",
      encoding: [],
    });
    expect(shown.find(({ human_key }) => human_key === "print_1_status")).toMatchObject({
      type: "encoded",
      encoding: expect.arrayContaining([{ from: "512", to: "Extended Wash" }]),
    });
    expect(shown.find(({ human_key }) => human_key === "jam_detected")).toMatchObject({
      type: "encoded",
      encoding: [
        { from: "1", to: "Yes" },
        { from: "0", to: "No" },
      ],
    });
    const keys = shown.map(({ human_key }) => human_key);
    expect(keys).toEqual(METRICS.map(({ key }) => key).filter((key) => keys.includes(key)));
    expect(await list("user", machine)).toEqual(shown);
    expect((await call("foreign", "GET", machine)).status).toBe(404);
  });

  it("differ by make: a corrugator prints nothing", async () => {
    const machine = await newMachine({ make: "Fosber" });
    const categories = (await list("superuser", machine)).map(({ category }) => category);
    expect(categories).not.toContain("printing");
    expect(categories).toContain("productivity");
  });

  it("of KiwiPlan show on machines that have it, to superusers always, and are fixed", async () => {
    const [without, having] = [await newMachine(), await newMachine({ kiwiplan: true })];
    const kiwi = async (who: string, machine: number) =>
      (await list(who, machine)).filter(({ category }) => category === "kiwiplan");
    expect(await kiwi("admin", without)).toEqual([]);
    expect(await kiwi("superuser", without)).toHaveLength(6);
    const [order] = await kiwi("user", having);
    expect(order).toMatchObject({ human_key: "kiwiplan_order_number", static: true });
    expect((await call("admin", "PUT", having, `/${order!.id}`, { title: "X" })).status).toBe(409);
    expect((await call("admin", "DELETE", having, `/${order!.id}`)).status).toBe(409);
    expect(
      (await call("admin", "POST", without, "", { ...BELT, category: "kiwiplan" })).status,
    ).toBe(422);
  });

  it("are added, changed and deleted by privileged people, and told in the audit log", async () => {
    const machine = await newMachine();
    for (const who of ["admin", "oem", "superuser"]) {
      const added = await call(who, "POST", machine, "", BELT);
      expect([who, added.status, added.data]).toEqual([
        who,
        201,
        expect.objectContaining({ ...BELT, static: false, encoding: [] }),
      ]);
      const { id } = added.data;
      const changed = await call(who, "PUT", machine, `/${id}`, { title: "Belt", units: null });
      expect(changed.data).toEqual({ ...added.data, title: "Belt", units: "" });
      await call(who, "PUT", machine, `/${id}`, { title: "Belt" });
      expect(await list("user", machine)).toContainEqual(changed.data);
      expect((await call(who, "DELETE", machine, `/${id}`)).status).toBe(200);
      expect((await call(who, "DELETE", machine, `/${id}`)).status).toBe(404);
      const told = await db()
        .select({ action: auditEntries.action, after: auditEntries.after })
        .from(auditEntries)
        .where(and(eq(auditEntries.subjectType, "measure"), eq(auditEntries.subjectId, id)));
      expect(told.map(({ action }) => action)).toEqual([
        "measure.created",
        "measure.updated",
        "measure.deleted",
      ]);
      expect(told[1]!.after).toEqual({ device_id: machine, title: "Belt", units: null });
    }
    const [first] = await list("user", machine);
    expect((await call("user", "POST", machine, "", BELT)).status).toBe(403);
    expect((await call("user", "PUT", machine, `/${first!.id}`, {})).status).toBe(403);
    expect((await call("user", "DELETE", machine, `/${first!.id}`)).status).toBe(403);
    expect((await call("user", "POST", machine, "/reset_defaults")).status).toBe(403);
  });

  it("of another machine are not there", async () => {
    const [one, other] = [await newMachine(), await newMachine()];
    const { id } = (await list("admin", other))[0]!;
    expect((await call("admin", "PUT", one, `/${id}`, { title: "X" })).status).toBe(404);
    expect((await call("admin", "DELETE", one, `/${id}`)).status).toBe(404);
  });

  it("are the defaults again after a reset, whatever became of them", async () => {
    const machine = await newMachine();
    const settings = (all: Json[]) => all.map(({ id: _id, ...rest }) => rest);
    const before = await list("admin", machine);
    await call("admin", "POST", machine, "", BELT);
    await call("admin", "DELETE", machine, `/${before[0]!.id}`);
    await call("admin", "PUT", machine, `/${before[1]!.id}`, { title: "Mine", precision: 4 });
    const reset = await call("admin", "POST", machine, "/reset_defaults");
    expect([reset.status, settings(reset.data)]).toEqual([200, settings(before)]);
    expect(await list("user", machine)).toEqual(reset.data);
    const told = await db()
      .select()
      .from(auditEntries)
      .where(
        and(eq(auditEntries.action, "machine.measures_reset"), eq(auditEntries.subjectId, machine)),
      );
    expect(told).toHaveLength(1);
  });

  it("keep the metric's own words as nobody's, so that they follow the reader's language", async () => {
    const machine = await newMachine();
    const speed = (await list("admin", machine)).find((one) => one.human_key === "machine_speed")!;
    const own = { ...speed, title: "Machine speed", units: "rpm" };
    await call("admin", "PUT", machine, `/${speed.id}`, { title: "Speed", units: "1/min" });
    const changed = await call("admin", "PUT", machine, `/${speed.id}`, own);
    expect(changed.data).toEqual(own);
    const row = await db().select().from(measures).where(eq(measures.id, speed.id)).get();
    expect(row).toMatchObject({ title: null, units: null, encoding: null });
  });
});

describe("what is wrong with a measure is said by field", () => {
  const status = { ...BELT, human_key: "belt_status", type: "encoded" };
  it.each([
    ["a title", { ...BELT, title: "  " }, ["title"]],
    ["a tag", { ...BELT, human_key: "" }, ["human_key"]],
    ["all four", {}, ["title", "human_key", "category", "type"]],
    ["a category", { ...BELT, category: "other" }, ["category"]],
    ["a type", { ...BELT, type: "boolean" }, ["type"]],
    ["at most four decimals", { ...BELT, precision: 5 }, ["precision"]],
    ["whole decimals", { ...BELT, precision: 1.5 }, ["precision"]],
    ["a row of codes", status, ["encoding"]],
    ["a row at least", { ...status, encoding: [] }, ["encoding"]],
    ["every from", { ...status, encoding: [{ from: " ", to: "On" }] }, ["encoding.0.from"]],
    ["every to", { ...status, encoding: [{ from: 1, to: "" }] }, ["encoding.0.to"]],
    [
      "each code once",
      {
        ...status,
        encoding: [
          { from: 1, to: "On" },
          { from: "1", to: "Off" },
        ],
      },
      ["encoding.1.from"],
    ],
  ])("needs %s", async (_what, body, fields) => {
    const machine = await newMachine();
    const answer = (await call("admin", "POST", machine, "", body)) as { errors?: object };
    expect(answer).toMatchObject({ status: 422 });
    expect(Object.keys(answer.errors ?? {})).toEqual(fields);
  });

  it("a section has one measure of a tag, another section may have it too", async () => {
    const machine = await newMachine();
    expect((await call("admin", "POST", machine, "", BELT)).status).toBe(201);
    const again = (await call("admin", "POST", machine, "", BELT)) as { errors?: object };
    expect(again).toMatchObject({
      status: 422,
      errors: { human_key: ["has a measure in this section already"] },
    });
    const elsewhere = await call("admin", "POST", machine, "", { ...BELT, category: "printing" });
    expect(elsewhere.status).toBe(201);
    const moved = (await call("admin", "PUT", machine, `/${elsewhere.data.id}`, {
      category: "converting",
    })) as { errors?: object };
    expect(moved).toMatchObject({
      status: 422,
      errors: { human_key: ["has a measure in this section already"] },
    });
  });

  it("codes may be numbers, three decimals are the default", async () => {
    const machine = await newMachine();
    const { data } = await call("admin", "POST", machine, "", {
      ...status,
      precision: null,
      units: null,
      encoding: [{ from: 1, to: "On" }],
    });
    expect(data).toMatchObject({
      units: "",
      precision: 3,
      encoding: [{ from: "1", to: "On" }],
    });
  });
});
