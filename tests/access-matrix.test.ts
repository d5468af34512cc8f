/**
 * Prints who gets in where into docs/access.md: every page by the table that tests/page-routes.test.ts tries, and every call
 * of /v1 by asking as each, for Acme's things, while nothing is written. Fails when the file says something else;
 * `npx vitest run --project unit tests/access-matrix.test.ts -u` writes it anew.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { registeredApis } from "#app/api/registry.server.ts";
import { METHODS, type Method } from "#app/api/types.ts";
import { openDb, type Db } from "#app/db/client.server.ts";
import { serviceAccounts, users } from "#app/db/schema/index.ts";
import { newToken, sha256Hex } from "#app/db/secrets.ts";
import { API_SCOPES } from "#app/domain/access/api-scopes.ts";
import { addThings, CALLS, MORE_CALLS, type Kind, type Things } from "./api-calls.ts";
import { claimDisplay, findDisplay } from "#app/features/displays/displays.server.ts";
import { pairDisplay, startPairing } from "#app/features/displays/pairing.server.ts";
import { findSession } from "#app/platform/access/find-session.server.ts";
import { callApi, type TestWorld } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { actorOf, createSession, NOW } from "./factories/people.ts";
import { unwrittenD1 } from "./factories/unwritten.ts";
import {
  ALL,
  NO_ROLE,
  NOTHING,
  PEOPLE,
  TABLE,
  type Area,
  type Row,
  type Who,
  insideOf,
} from "./page-table.ts";
import * as v1 from "#app/routes/v1.$.ts";

const TITLES: Record<Who, string> = {
  superuser: "superuser",
  oem: "oem_superuser of Sun",
  acmeAdmin: "admin of Acme",
  acmeUser: "user of Acme",
  globexAdmin: "admin of Globex",
  globexUser: "user of Globex",
  withoutFacility: "user of Acme, no facility",
};
const NOBODY = "nobody";
const PROGRAM = "service account of Acme";
/** A screen that was paired for facility 1; tests/display-access.test.ts tries it on every page and form, too. */
const SCREEN = "wall display of Acme";
const PAGE_COLUMNS = [NOBODY, ...ALL.map((who) => TITLES[who])];
const CALL_COLUMNS = [...PAGE_COLUMNS, PROGRAM, SCREEN];

const db = openTestDb();
const tokens = new Map<string, string>();
let things: Things;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await seedTestDemo(db());
  for (const row of await db().select().from(users)) {
    const who = ALL.find((each) => PEOPLE[each] === row.email);
    if (who === undefined) continue;
    const session = await createSession(db(), actorOf(row));
    tokens.set(TITLES[who], session.token);
    if (who === "acmeAdmin") things = await addThings(db(), "acme", session.actor);
  }
  const program = `hst_${newToken()}`;
  await db()
    .insert(serviceAccounts)
    .values({
      ...{ customerId: 1, name: "MES", tokenHash: sha256Hex(program), scopes: [...API_SCOPES] },
      ...{ createdAt: NOW, expiresAt: NOW + 60_000 },
    });
  tokens.set(PROGRAM, program);
  tokens.set(SCREEN, await pairScreen());
});
afterAll(() => void vi.useRealTimers());

/** The token of a screen that a superuser has paired, and that shows its wall. */
async function pairScreen(): Promise<string> {
  const boss = { userId: 1, sessionId: 0, role: "superuser" as const };
  const deps = {
    ...{ db: db(), now: NOW, address: null, linkSecret: () => Promise.resolve("a secret") },
    actor: { ...boss, customerId: null, make: null, facilityIds: [] },
  };
  const { code, token } = await startPairing(deps, null);
  const wall = { name: "Wall", facilityIds: [1], locale: "en" as const, timeZone: "UTC" };
  await pairDisplay(deps, { code, ...wall });
  const screen = await claimDisplay(deps, token);
  if (screen === null || (await findDisplay(deps, screen.token)) === null)
    throw new Error("the screen is not paired");
  return screen.token;
}

type Asked = { key: string; path: string; method: Method };
/** Every call that is not public, and those that a role may make in part only. */
const calls = (): Asked[] =>
  registeredApis().flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method] && methods[method].access !== "public").flatMap(
      (method) => {
        const key = `${method} ${path}`;
        const parts = Object.keys(MORE_CALLS).filter((more) => more.startsWith(`${key} with `));
        return [key, ...parts].map((each) => ({ key: each, path, method }));
      },
    ),
  );
const publicCalls = (): string[] =>
  registeredApis().flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]?.access === "public").map(
      (method) => `${method} ${path}`,
    ),
  );

/** Has every metric that it is asked to forget. */
const RECORDER: TestWorld["recorder"] = {
  forget: (names) => Promise.resolve(names.map(() => "forgotten" as const)),
};
/** What a service account's own call writes of itself. */
const COUNTS_CALLS = /^update "service_accounts" set "last_used_at"/;

/** What one call is answered: "yes" where it gets to the end, else its status. */
async function ask({ key, path, method }: Asked, who: string) {
  const row = { ...CALLS[key], ...MORE_CALLS[key] };
  const kind = row.kind ?? (path.split("/")[2] as Kind);
  const id = row.id ?? things[kind] ?? 0;
  const { query = "", ...call } = row.call?.(id) ?? {};
  const at = path
    .replace("{key}", "config")
    .replace("{facility_id}", String(things.facilities))
    .replace("{measure_id}", String(things.measures))
    .replace(/\{\w+\}/, String(id));
  let wrote = false;
  const d1 = unwrittenD1((db() as Db & { $client: D1Database }).$client, {
    onWrite: () => (wrote = true),
    passes: COUNTS_CALLS,
  });
  const token = tokens.get(who);
  const { status } = await callApi(
    { db: openDb(d1), now: NOW, recorder: RECORDER },
    v1,
    at + query,
    {
      method,
      ...(token === undefined ? {} : { token }),
      headers: { "X-Requested-With": "XMLHttpRequest" },
      ...call,
    },
  );
  const ended = wrote || status < 300;
  return { cell: ended ? "yes" : String(status), ended };
}

/** Calls that nobody gets to the end of here, for want of this. */
const WANTING = {
  "PUT /v1/alarms/{id}/unshelve": "an alarm that is shelved",
  "DELETE /v1/customers/{id}": "an empty customer",
  "DELETE /v1/customers/{id}/facilities/{facility_id}": "an empty facility",
  "DELETE /v1/devices/{id}/retire": "a machine out of service",
  "DELETE /v1/facilities/{id}": "an empty facility",
  "DELETE /v1/facilities/{id}/retire": "a closed facility",
  "GET /v1/maintenances/{id}/around": "the time of a work that was done",
  "POST /v1/maintenances/{id}/parts_quote_request": "the token of a mail",
  "POST /v1/users/confirm_sms_code": "the code of a text message",
  "PUT /v1/users/password": "the present password",
};

const pathOf = (to: string): string =>
  to === NO_ROLE ? "401" : to === NOTHING ? "404" : `→ ${to}`;
function pageCells(area: Area, row: Row): string[] {
  const own =
    row.to === undefined ? (row.status === undefined ? "yes" : String(row.status)) : pathOf(row.to);
  const nobody = area === "signed_in" ? "sign-in" : own;
  return [
    nobody,
    ...ALL.map((who) => {
      if (area === "anonymous") return pathOf(insideOf(row));
      if (row.open === undefined || row.open.includes(who)) return own;
      return pathOf((typeof row.else === "string" ? row.else : row.else?.[who]) ?? "?");
    }),
  ];
}

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const table = (first: string, columns: readonly string[], rows: readonly string[][]): string =>
  [
    line([first, ...columns]),
    line(["---", ...columns.map(() => "---")]),
    ...rows.map(([name = "", ...cells]) => line([`\`${name}\``, ...cells])),
  ].join("\n");

describe("who gets in where", () => {
  it("is what docs/access.md says", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(console, "log").mockImplementation(() => {});
    const asked: string[][] = [];
    const unproved: string[] = [];
    for (const call of calls()) {
      const answers = await Promise.all(CALL_COLUMNS.map((who) => ask(call, who)));
      asked.push([call.key, ...answers.map(({ cell }) => cell)]);
      if (!answers.some(({ ended }) => ended)) unproved.push(call.key);
    }
    const pages = Object.values(TABLE).flatMap(({ area, rows }) =>
      rows.map((row) => [row.at, ...pageCells(area, row)]),
    );
    const text = `# Who gets in

Printed by \`tests/access-matrix.test.ts\`, which fails when this file is not what it prints. To write it anew: \`npx vitest run --project unit tests/access-matrix.test.ts -u\`. Read what changed.

- ids are of the demo: customer 1 is Acme (facilities 1 and 2, machines 1 to 6), customer 2 Globex (facility 3, machines 7 to 10), machine 12 is unconfigured. The user of Acme has facility 1.
- **yes**: let in. **401**, **403**, **404**: refused; of a page, the error page that it leads to. What somebody may not know of is answered like what does not exist. **409**, **422**: may be called, but not so. **sign-in**: leads there and back. **→**: leads to that address.
- Whoever must set a new password is led to it first from every page that takes a session, and refused every call but those of the password, \`GET /v1/users/me\` and signing out.
- A wall display sees its own page (\`/display\`) and its socket, and is nobody to every other page and call. A service account and an API token are nobody to every page. An API token acts as its person within its scopes, and a service account as an admin within its own; the column shows one with every scope.
- What stands under \`/dev\` exists in local mode only; its outbox is read on Helios' own machine alone, and is asked here from another one: 404.
- Beside what is listed: \`/ingest/v1/…\`, \`/api/v2/write\` and \`/write\` take a sampler's key, \`POST /ingest/v1/enroll\` an enrollment key, and no session or token. \`/socket/websocket\` takes a session, a token of the API or of a service account, and a display's; each channel is joined by whoever sees its machine. \`/healthz\` and, in local mode only, the sample data below \`/api\` are open to everybody.
- What a machine's service tier leaves out is refused to the customer's people beyond this (403, or a locked tab).
- A user of \`/v1/users/{id}\` is the user of Acme, who may read and change what is their own and no role; \`with role\` is asked of somebody else, who is invited, and one's own role, make and facilities are refused with 422. An event is changed by who reported it, here the admin of Acme; an API token, a session and a screen are their owner's too. A display is looked after by its customer's admins; by OEM superusers where it shows their make alone.
- \`GET /v1/customers/{id}/facilities\` answers the facilities that the caller chooses among on a dashboard and in a report, which are all for the provider's staff; the page of facilities, where they are looked after, is for superusers and the customer's admins. \`GET /v1/reports/maintenance\` is one file of many machines, for superusers and admins; the page of maintenance reports makes that of one machine (\`GET /v1/reports/maintenance/{id}\`), as whoever sees the machine may.
- Refused to every token, of a person or of a service account: accounts, people, sessions, tokens, service accounts, the audit log, the outbox, displays, enrollment keys and copied addresses.

## Calls of /v1

Each is about a thing of Acme. Open to everybody: ${publicCalls()
      .map((call) => `\`${call}\``)
      .join(", ")}.

${table("call", CALL_COLUMNS, asked)}

Nobody gets to the end of these here, for want of something that only one of them has; 401 and 404 say what they say elsewhere:

${Object.entries(WANTING)
  .map(([call, what]) => `- \`${call}\`: ${what}`)
  .join("\n")}

## Pages

${table("page", PAGE_COLUMNS, pages)}
`;
    await expect(text).toMatchFileSnapshot("../docs/access.md");
    // A call that nobody gets to the end of says little of who may make it.
    expect(unproved).toEqual(Object.keys(WANTING));
  });

  it("knows no program on any page: the token of a service account is nobody's session", async () => {
    const deps = { db: db(), now: NOW };
    expect(await findSession(deps, tokens.get(PROGRAM)!)).toBeNull();
    expect((await findSession(deps, tokens.get(TITLES.acmeUser)!))?.actor.role).toBe("user");
  });
});
