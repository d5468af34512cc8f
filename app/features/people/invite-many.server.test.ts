/** Many people from a file: read, said line by line, and invited all together or not at all. */
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { outboxMessages, userFacilities, users } from "#app/db/schema/index.ts";
import { MAX_PEOPLE_AT_ONCE } from "#app/domain/limits.ts";
import { callApi } from "#tests/factories/api.ts";
import { openTestDb } from "#tests/factories/db.ts";
import {
  createCustomer,
  createFacility,
  createSession,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import * as v1 from "#app/routes/v1.$.ts";

const db = openTestDb();
const tokens = {} as Record<"admin" | "user" | "foreign", string>;
let acme: number;
let plant: string;
let taken: string;

beforeAll(async () => {
  acme = await createCustomer(db());
  await createFacility(db(), acme);
  const globex = await createCustomer(db());
  const tokenOf = async (who: Parameters<typeof createUser>[1]) =>
    (await createSession(db(), (await createUser(db(), who)).actor)).token;
  tokens.admin = await tokenOf({ role: "admin", customerId: acme });
  tokens.user = await tokenOf({ role: "user", customerId: acme });
  tokens.foreign = await tokenOf({ role: "admin", customerId: globex });
  taken = (await createUser(db(), { role: "user", customerId: globex })).email;
  plant = (
    await db().all<{ name: string }>(sql`select name from facilities where customer_id = ${acme}`)
  )[0]!.name;
});

type Answer = {
  is_done: boolean;
  added: number;
  refused: number;
  rows: { line: number; email: string; problems: Record<string, { code: string }[]> }[];
};
const send = async (csv: string, dry_run = true, token = tokens.admin) => {
  const answer = await callApi({ db: db(), now: NOW }, v1, `/v1/customers/${acme}/users/many`, {
    ...{ method: "POST", token },
    body: { csv, dry_run },
  });
  return { ...answer, data: answer.body["data"] as Answer };
};
const people = () => db().$count(users, eq(users.customerId, acme));
const HEAD = "first_name,last_name,email,role,facilities,phone\n";

describe("many people at once", () => {
  it("are shown before, then invited with their facilities and a mail each", async () => {
    const text =
      "\uFEFFLast name;First name;Email;note;Facilities;Role\r\n" +
      `Rao;Ana;Ana.Rao@x.example;hi;${plant.toUpperCase()};\r\nBo;Kim;kim.bo@x.example;;;ADMIN\r\n`;
    const before = await people();
    const looked = await send(text);
    expect([looked.status, looked.data]).toMatchObject([
      200,
      { is_done: false, added: 2, refused: 0 },
    ]);
    expect(await people()).toBe(before);
    expect((await send(text, false)).data).toMatchObject({ is_done: true, added: 2 });
    const ana = await db().select().from(users).where(eq(users.email, "ana.rao@x.example")).get();
    expect(ana).toMatchObject({ status: "invited", role: "user", firstName: "Ana" });
    expect(await db().$count(userFacilities, eq(userFacilities.userId, ana!.id))).toBe(1);
    expect(await db().$count(outboxMessages, eq(outboxMessages.to, "ana.rao@x.example"))).toBe(1);
  });

  it("come from a Spanish spreadsheet too, with its names of columns, roles and languages", async () => {
    const csv =
      "\uFEFFNombre(s);Apellidos;Correo electrónico;TELÉFONO;Rol;Instalaciones;Idioma\r\n" +
      `José;Núñez;jose@es.example;512 555 0142;Administrador;${plant};Español\r\nAna;Ríos;ana@es.example;;usuaria;;\r\n`;
    expect((await send(csv, false)).data).toMatchObject({ is_done: true, added: 2, refused: 0 });
    const jose = await db().select().from(users).where(eq(users.email, "jose@es.example")).get();
    expect(jose).toMatchObject({
      ...{ firstName: "José", lastName: "Núñez", role: "admin", locale: "es" },
      phone: "+15125550142",
    });
    expect((await send("nombre\tcorreo\nAna\tana2@es.example")).body).toMatchObject({
      errors: { csv: ["has no column last_name (apellido)"] },
    });
  });

  it.each([
    ["semicolons", "nombre;apellido;correo\nEva;López, hija;eva@c.example", "López, hija"],
    ["commas", "first_name,last_name,email\nUli,Ng; PhD,uli@c.example", "Ng; PhD"],
    [
      "tabs",
      "first_name\tlast_name\temail\nIvo\tRuiz, Jr.; ret.\tivo@c.example",
      "Ruiz, Jr.; ret.",
    ],
  ])(
    "may have the other two signs in a cell of a file that %s divide",
    async (_, csv, lastName) => {
      expect((await send(csv, false)).data).toMatchObject({ is_done: true, added: 1, refused: 0 });
      expect(await db().$count(users, eq(users.lastName, lastName))).toBe(1);
    },
  );

  it("are refused line by line, and then nobody is invited", async () => {
    const before = await people();
    const { data } = await send(
      `${HEAD}A,B,a.b@x.example,,,\nC,D,no address,,,\nE,F,${taken},,,\nG,H,a.b@x.example,,,\nX,Y,x@x.example,user,${plant},,North\nI,J,i@x.example,superuser,Elsewhere,123\n,K,k@x.example,,,\n`,
      false,
    );
    const codes = data.rows.map(({ line, problems }) => [
      line,
      Object.fromEntries(Object.entries(problems).map(([name, [first]]) => [name, first!.code])),
    ]);
    expect(codes).toEqual([
      [2, {}],
      [3, { email: "email" }],
      [4, { email: "email_taken" }],
      [5, { email: "taken" }],
      [6, { line: "people_extra" }],
      [7, { role: "one_of", facilities: "facilities_of_customer", phone: "phone" }],
      [8, { first_name: "required" }],
    ]);
    expect([data.is_done, data.refused, await people()]).toEqual([false, 6, before]);
  });

  it("come in a file that can be read, of no more than may be at once", async () => {
    const lines = Array.from(
      { length: MAX_PEOPLE_AT_ONCE + 1 },
      (_, n) => `A,B,p${n}@x.example,,,`,
    );
    for (const csv of ["name,mail\na,b", `${HEAD}"open,b`, HEAD, HEAD + lines.join("\n")])
      expect([csv.slice(0, 30), (await send(csv)).status]).toEqual([csv.slice(0, 30), 422]);
  });

  it("are invited by whoever manages the customer's people", async () => {
    expect((await send(HEAD, true, tokens.user)).status).toBe(403);
    expect((await send(HEAD, true, tokens.foreign)).status).toBe(404);
  });
});
