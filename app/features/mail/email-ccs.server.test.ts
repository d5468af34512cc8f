import { beforeAll, beforeEach, expect, it } from "vitest";
import { emailCcs } from "#app/db/schema/index.ts";
import { callApi } from "#tests/factories/api.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { createCustomer, createSession, createUser, NOW } from "#tests/factories/people.ts";
import * as v1 from "#app/routes/v1.$.ts";

const db = openTestDb();
const tokens: Record<string, string> = {};
const PATH = "/v1/notifications/email_ccs";
const KIM = { name: "Kim", team: "Service", email: "Kim@X.example" };

beforeAll(async () => {
  const customerId = await createCustomer(db());
  for (const role of ["superuser", "oem_superuser", "admin", "user"] as const) {
    const of = role === "admin" || role === "user" ? { customerId } : {};
    const { actor } = await createUser(db(), { role, ...of });
    tokens[role] = (await createSession(db(), actor)).token;
  }
});
// Each test begins with nobody in the list, whichever runs first.
beforeEach(async () => {
  await db().delete(emailCcs);
});

type Entry = { id: number; name: string; team: string; email: string };
const call = async (method: string, path: string, body?: unknown, role = "superuser") => {
  const id = /\/(\d+)$/.exec(path)?.[1];
  const answer = await callApi({ db: db(), now: NOW }, v1, path, {
    method,
    token: tokens[role]!,
    ...(id ? { params: { id } } : {}),
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: answer.status,
    body: answer.body as { data: Entry & Entry[]; errors?: Record<string, string[]> },
  };
};

it("the people who are copied are added, read, changed and deleted", async () => {
  const { status, body } = await call("POST", PATH, KIM);
  expect([status, body.data]).toMatchObject([201, { ...KIM, email: "kim@x.example" }]);
  const one = `${PATH}/${body.data.id}`;
  expect((await call("GET", one)).body.data).toEqual(body.data);
  expect((await call("PUT", one, { team: "Sales" })).body.data).toEqual({
    ...body.data,
    team: "Sales",
  });
  expect((await call("GET", PATH)).body.data.map(({ team }) => team)).toEqual(["Sales"]);
  expect((await call("DELETE", one)).status).toBe(200);
  expect([(await call("GET", one)).status, (await call("DELETE", one)).status]).toEqual([404, 404]);
});

it("an entry needs name, team and an address that is not in the list yet", async () => {
  const lee = { ...KIM, email: "lee@x.example" };
  await call("POST", PATH, lee);
  for (const [body, field] of [
    [{ ...lee, name: " ", email: "new@x.example" }, "name"],
    [{ ...lee, team: "", email: "new@x.example" }, "team"],
    [{ ...lee, email: "lee" }, "email"],
    [{ ...lee, email: "LEE@X.example" }, "email"],
  ] as const) {
    const answer = await call("POST", PATH, body);
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
  }
  const other = await call("POST", PATH, { ...KIM, email: "other@x.example" });
  const taken = await call("PUT", `${PATH}/${other.body.data.id}`, { email: "lee@x.example" });
  expect([taken.status, Object.keys(taken.body.errors ?? {})]).toEqual([422, ["email"]]);
});

it("addresses of staff and admins who are active and not in the list are offered", async () => {
  const offered = async () =>
    (await call("GET", `${PATH}/potential_emails`)).body.data as unknown as string[];
  const customerId = await createCustomer(db());
  const person = async (who: Parameters<typeof createUser>[1]) =>
    (await createUser(db(), who)).email;
  const people = {
    admin: await person({ role: "admin", customerId }),
    oem: await person({ role: "oem_superuser", make: "Sun" }),
    user: await person({ role: "user", customerId }),
    left: await person({ role: "admin", customerId, status: "disabled" }),
  };
  expect(await offered()).toEqual(expect.arrayContaining([people.admin, people.oem]) as string[]);
  expect(await offered()).not.toContain(people.user);
  expect(await offered()).not.toContain(people.left);
  const [first] = await offered();
  await call("POST", PATH, { ...KIM, email: first });
  expect(await offered()).not.toContain(first);
});

it("is for superusers only", async () => {
  for (const role of ["oem_superuser", "admin", "user"])
    for (const [method, path, body] of [
      ["GET", PATH],
      ["POST", PATH, KIM],
      ["GET", `${PATH}/potential_emails`],
      ["GET", `${PATH}/1`],
      ["PUT", `${PATH}/1`, { name: "X" }],
      ["DELETE", `${PATH}/1`],
    ] as const)
      expect([role, path, (await call(method, path, body, role)).status]).toEqual([
        role,
        path,
        403,
      ]);
});
