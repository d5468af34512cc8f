/**
 * Whatever a page's form names by an id: an id of somebody else's is answered in every byte like one that does not exist,
 * and changes as little. A form without a row here fails, and so does a row that forgets a field which names something.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { users } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { DELETE_AND_LEAVE } from "#app/kit/forms/read-again.ts";
import { addThings, type Kind, type Things } from "./api-calls.ts";
import { ADMIN, FORMS, SUPERUSER, type FormRow } from "./page-form-rows.ts";
import { allRows, changedTables } from "./factories/all-rows.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { openPages, visit } from "./factories/pages.ts";
import { actorOf, createSession, NOW } from "./factories/people.ts";
import { listFiles, readText } from "./house/source-files.ts";

const asked = vi.hoisted(() => [] as { intent: string; schema: unknown }[]);
vi.mock(import("#app/pages/answer-form.server.ts"), async (original) => {
  const real = await original();
  const answerForm = ((question: { intent: string; schema: z.ZodType }) => {
    asked.push(question);
    return real.answerForm(question as never);
  }) as typeof real.answerForm;
  return {
    ...real,
    answerForm,
    answerChange: ((question: { intent: string; schema: z.ZodType }) => {
      asked.push(question);
      return real.answerChange(question as never);
    }) as typeof real.answerChange,
    answerRemoval: (intent, form, run) => {
      asked.push({ intent, schema: null });
      return real.answerRemoval(intent, form, run);
    },
  };
});

const db = openTestDb();
const people = new Map<string, { actor: Actor; token: string }>();
const MISSING = 987_654;
let router: Awaited<ReturnType<typeof openPages>>;
let OWN: Things;
let THEIRS: Things;
let NEXT_DOOR: Things;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await seedTestDemo(db());
  for (const row of await db().select().from(users)) {
    people.set(row.email, await createSession(db(), actorOf(row)));
  }
  router = await openPages();
  OWN = await addThings(db(), "acme", people.get("admin@acme.example")!.actor);
  THEIRS = await addThings(db(), "globex", people.get("admin@globex.example")!.actor);
  NEXT_DOOR = await addThings(db(), "acmeNextDoor", people.get("admin@acme.example")!.actor);
});
afterAll(() => void vi.useRealTimers());

const INTENT =
  /\bintent(?::| ===) (?:"([\w-]+)"|(DELETE_AND_LEAVE))|\banswer(?:Removal)?\((?:"([\w-]+)"|(DELETE_AND_LEAVE))/g;
/** The kit's own form changes nothing. */
const listed = ["app/features", "app/routes"]
  .flatMap((folder) => listFiles(folder))
  .filter((path) => path.endsWith(".server.ts") && !path.endsWith("/sample.page.server.ts"))
  .flatMap((path) =>
    [...readText(path).matchAll(INTENT)].map(([, intent, , short]) =>
      [
        path.replace(/^.*\//, "").replace(/(?:\.page)?\.server\.ts$/, ""),
        intent ?? short ?? DELETE_AND_LEAVE,
      ].join(" "),
    ),
  );

const NAMES_SOMETHING =
  /^(?:device|customer|facility|sampler|user|maintenance|alarm|event|annotation|mapping|display)s?_ids?$|^(?:device|sampler|alarm|id)$/;
const fieldsOf = (schema: unknown): string[] =>
  schema instanceof z.ZodType
    ? Object.keys(
        (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).properties ??
          {}) as object,
      )
    : ["id"];

/** What the form is answered, without the id that it named. */
async function send({ at, form = {}, as = ADMIN }: FormRow, intent: string, id: number) {
  const answer = await visit(router.handle, { db: db(), now: NOW }, `${at}.data`, {
    token: people.get(as)!.token,
    form: { ...form, intent },
  });
  const body = answer.body === "" ? [] : (JSON.parse(answer.body) as unknown[]);
  const isId = (value: unknown) => value === id || value === String(id);
  return { ...answer, body: body.map((value) => (isId(value) ? "ID" : value)) };
}

/** The path's own ids, and what else stands there. */
const OTHERS: [own: RegExp, theirs: string][] = [
  [/\/machines\/1(?=\/|$)/, "/machines/7"],
  [/\/customers\/1(?=\/|$)/, "/customers/2"],
  [/\/users\/4$/, "/users/6"],
  [/\/facilities\/1$/, "/facilities/3"],
];

/** What a machine has: below the address of another machine it is not there, whoever may see both. */
const BELOW_MACHINE: ReadonlySet<Kind> = new Set<Kind>([
  "alarms",
  "annotations",
  "comments",
  "events",
  "maintenances",
  "measures",
  "samplers",
  "saved_questions",
  "telemetry_definitions",
]);
/** Two ids that belong together: each of them with another is nothing, to superusers too. */
const IN_TWO = /^\/customers\/1\/facilities\/1$/;

describe("every form of a page", () => {
  it("has its rows", () => {
    expect(Object.keys(FORMS).sort()).toEqual([...new Set(listed)].sort());
  });

  it.each(Object.entries(FORMS))(
    "%s: what is somebody else's is as if it were not there",
    async (key, rows) => {
      const intent = key.split(" ")[1]!;
      for (const row of rows) {
        const { ids = {}, form = {}, free = [] } = row;
        const own = Object.fromEntries(
          Object.entries(ids).map(([field, kind]) => [field, String(OWN[kind])]),
        );
        const before = await allRows(db());
        for (const [field, kind] of Object.entries(ids)) {
          asked.length = 0;
          const named = (id: number) =>
            send({ ...row, form: { ...own, ...form, [field]: String(id) } }, intent, id);
          const theirs = await named(row.theirs ?? THEIRS[kind]);
          expect([field, theirs]).toEqual([field, await named(MISSING)]);
          expect(theirs.body).not.toEqual([]);
          if (row.at.startsWith("/machines/") && BELOW_MACHINE.has(kind))
            expect([field, await named(NEXT_DOOR[kind])]).toEqual([field, theirs]);
        }
        if (Object.keys(ids).length === 0) {
          asked.length = 0;
          await send(row, intent, MISSING);
        }
        expect(asked.some((each) => each.intent === intent)).toBe(!row.isRefused);
        const names = asked
          .flatMap(({ schema }) => fieldsOf(schema))
          .filter((name) => NAMES_SOMETHING.test(name));
        expect(names.filter((name) => !(name in ids) && !free.includes(name))).toEqual([]);
        for (const [path, other] of OTHERS) {
          if (!path.test(row.at) || (row.as === SUPERUSER && !IN_TWO.test(row.at))) continue;
          const moved = (to: string, id: number) =>
            send({ ...row, at: row.at.replace(path, to), form: { ...own, ...form } }, intent, id);
          const missing = other.replace(/\d+/, String(MISSING));
          const [theirs, none] = [
            await moved(other, Number(/\d+/.exec(other)![0])),
            await moved(missing, MISSING),
          ];
          expect([other, theirs]).toEqual([other, none]);
        }
        if (Object.keys(ids).length > 0 || row.isRefused)
          expect(changedTables(before, await allRows(db()))).toEqual([]);
      }
    },
  );
});
