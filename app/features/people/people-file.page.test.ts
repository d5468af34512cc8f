/** The page that invites many people from a file: looked at line by line, then all of them or nobody; nothing is lost. */
import { eq } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { facilities, outboxMessages, users } from "#app/db/schema/index.ts";
import { sendForm } from "#tests/factories/actions.ts";
import { openTestDb } from "#tests/factories/db.ts";
import { openPages, visit } from "#tests/factories/pages.ts";
import {
  createCustomer,
  createFacility,
  createSession,
  createUser,
  NOW,
} from "#tests/factories/people.ts";
import type { PeopleFileDone } from "./people-file.ts";

const db = openTestDb();
let router: Awaited<ReturnType<typeof openPages>>;
let token: string;
let acme: number;
let page: string;

beforeAll(async () => {
  router = await openPages();
  acme = await createCustomer(db());
  await createFacility(db(), acme);
  const admin = await createUser(db(), { role: "admin", customerId: acme });
  token = (await createSession(db(), admin.actor)).token;
  page = `/customers/${acme}/users/many`;
});

const world = () => ({ db: db(), now: NOW });
const send = (csv: string, step: "look" | "invite") =>
  sendForm<PeopleFileDone>(router, world(), page, { intent: "many", csv, step }, token);
const HEAD = "first_name,last_name,email,role\r\n";

it("looks first, and invites when asked to", async () => {
  const csv = `${HEAD}Ana,Rao,ana@many.example,\r\nBo,Kim,bo@many.example,admin\r\n`;
  const before = await db().$count(users, eq(users.customerId, acme));
  const looked = await send(csv, "look");
  expect(looked.done).toMatchObject({ csv, file: { added: 2, refused: 0, isDone: false } });
  expect(await db().$count(users, eq(users.customerId, acme))).toBe(before);
  expect((await send(csv, "invite")).done?.file).toMatchObject({ added: 2, isDone: true });
  expect(await db().$count(users, eq(users.customerId, acme))).toBe(before + 2);
  expect(await db().$count(outboxMessages, eq(outboxMessages.to, "bo@many.example"))).toBe(1);
});

it("tells the line in which somebody stands, blank lines and lines in quotes counted", async () => {
  const csv = `\r\n${HEAD}\r\n"Ana\r\nMaria",Rao,none,\r\n\r\nBo,Kim,bo2@many.example,boss\r\n`;
  const { done } = await send(csv, "invite");
  expect(done?.csv).toBe(csv);
  expect(done?.file.rows.map(({ line, problems }) => [line, Object.keys(problems)])).toEqual([
    [4, ["first_name", "email"]],
    [7, ["role"]],
  ]);
  expect(await db().$count(users, eq(users.email, "bo2@many.example"))).toBe(0);
});

it("says at the text what is wrong with the file as a whole", async () => {
  const long = "é".repeat(10_700);
  for (const [csv, code] of [
    ["name,mail\na,b", "people_columns"],
    [`${HEAD}"open,b`, "people_unreadable"],
    [HEAD, "people_empty"],
    [HEAD + "A,B,c@x.example,\n".repeat(101), "people_at_most"],
    [long, "too_long"],
    ["", "required"],
  ] as const) {
    const { status, errors } = await send(csv, "look");
    expect([csv.slice(0, 20), status, errors]).toEqual([csv.slice(0, 20), 422, { csv: code }]);
  }
});

it("offers the names of the facilities", async () => {
  const { body } = await visit(router.handle, world(), page, { token });
  const [{ name } = { name: "" }] = await db().select().from(facilities);
  expect(body).toContain(`"name":"${name}"`);
});
