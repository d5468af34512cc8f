/**
 * The access table of the pages (page-table.ts), tried: every route that Remix's router finds is opened as nobody, as each
 * role and in each tenant; a route without a row fails. Ids of others answer like ids that do not exist, and change as little.
 */
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { auditEntries, devices, displays, users } from "#app/db/schema/index.ts";
import { createApiToken } from "#app/features/people/api-tokens.server.ts";
import { allRows } from "./factories/all-rows.ts";
import { testContext } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { openPages, visit, type Visit } from "./factories/pages.ts";
import { actorOf, createSession, NOW } from "./factories/people.ts";
import {
  ALL,
  MISSING,
  NO_ROLE,
  NOTHING,
  PEOPLE,
  TABLE,
  type Area,
  type Row,
  type Who,
  insideOf,
} from "./page-table.ts";

const db = openTestDb();
let router: Awaited<ReturnType<typeof openPages>>;
const tokens = {} as Record<Who | "reset", string>;
const actors = {} as Record<Who | "reset", Awaited<ReturnType<typeof createSession>>["actor"]>;

beforeAll(async () => {
  // Answers are compared whole, and some of them tell the time.
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await seedTestDemo(db());
  for (const row of await db().select().from(users)) {
    const who =
      row.email === "reset@acme.example"
        ? "reset"
        : ALL.find((each) => PEOPLE[each] === row.email)!;
    const opened = await createSession(db(), actorOf(row));
    [tokens[who], actors[who]] = [opened.token, opened.actor];
  }
  router = await openPages();
  // The first screen that asks for a code draws the installation's secret.
  await open("/display");
});

afterAll(() => void vi.useRealTimers());

const open = (path: string, token?: string): Promise<Visit> =>
  visit(router.handle, { db: db(), now: NOW }, path, { token });
const send = (
  path: string,
  form: Record<string, string>,
  token?: string,
  origin?: string,
): Promise<Visit> =>
  visit(router.handle, { db: db(), now: NOW }, path, {
    token,
    form,
    ...(origin === undefined ? {} : { origin }),
  });

const SCREENS_WAIT = new Set(["display_pairings", "rate_limits"]);

/** All rows of all tables, to see that nothing changed; a screen that waits for its code changes nothing that somebody has. */
const everything = async (...but: string[]): Promise<string> =>
  JSON.stringify(
    [...(await allRows(db()))].filter(([name]) => !SCREENS_WAIT.has(name) && !but.includes(name)),
  );
const pathOf = (to: string | null): string | null =>
  to === null
    ? null
    : new URL(to, "https://helios.test").pathname + new URL(to, "https://helios.test").search;

/** Opens a row's address as nobody, as each person and as one who must set a password first. */
async function openAsEach(area: Area, row: Row): Promise<void> {
  const nobody = await open(row.at);
  const own = row.to === undefined ? [row.status ?? 200, null] : [302, row.to];
  expect([row.at, "nobody", nobody.status, pathOf(nobody.to)]).toEqual([
    row.at,
    "nobody",
    ...(area === "signed_in" ? [302, `/login?redirect=${encodeURIComponent(row.at)}`] : own),
  ]);
  for (const who of ALL) {
    const answer = await open(row.at, tokens[who]);
    const mine = row.open === undefined || row.open.includes(who);
    const other = typeof row.else === "string" ? row.else : row.else?.[who];
    const expected = area === "anonymous" ? [302, insideOf(row)] : mine ? own : [302, other];
    expect([row.at, who, answer.status, pathOf(answer.to)]).toEqual([row.at, who, ...expected]);
  }
  if (row.at.startsWith("/login/reset-password-authed")) return;
  const reset = await open(row.at, tokens.reset);
  const first =
    area === "anonymous"
      ? [302, insideOf(row)]
      : area === "public"
        ? own
        : [302, `/login/reset-password-authed?redirect=${encodeURIComponent(row.at)}`];
  expect([row.at, "reset", reset.status, pathOf(reset.to)]).toEqual([row.at, "reset", ...first]);
}

describe("every page", () => {
  it("has its rows in the table, and every row its page", () => {
    expect(router.pages.map(({ path }) => path).sort()).toEqual(Object.keys(TABLE).sort());
  });

  // A test for each page: together they take minutes on a busy machine.
  describe("opened", () => {
    let before: string;
    beforeAll(async () => {
      before = await everything();
    });
    afterAll(async () => expect(await everything()).toBe(before));

    it.each(Object.entries(TABLE))(
      "%s opens for whom the table says, and leads everybody else where it says",
      async (_path, { area, rows }) => {
        for (const row of rows) await openAsEach(area, row);
      },
    );

    it("asks for the new password first where one must be set", async () => {
      expect((await open("/login/reset-password-authed", tokens.reset)).status).toBe(200);
    });
  });

  describe("without the layouts around it", () => {
    const nested = Object.keys(TABLE).filter((path) =>
      /^\/(?:machines\/:id|customers|admin|reports)/.test(path),
    );

    it("is most pages", () => expect(nested.length).toBeGreaterThan(40));

    it.each(nested)("%s guards itself: it refuses whom the table refuses", async (path) => {
      const { id } = router.pages.find((page) => page.path === path)!;
      for (const row of TABLE[path]!.rows) {
        for (const who of [undefined, ...ALL]) {
          if (who && (row.open === undefined || row.open.includes(who))) continue;
          const alone = await open(
            `${row.at}.data?_routes=${encodeURIComponent(id)}`,
            who && tokens[who],
          );
          const leadsTo = /"redirect","(\/[^"]*)"/.exec(alone.body)?.[1];
          const other = typeof row.else === "string" ? row.else : row.else?.[who ?? "superuser"];
          const expected = who ? other : `/login?redirect=${encodeURIComponent(row.at)}`;
          expect([row.at, who, alone.status, leadsTo]).toEqual([row.at, who, 202, expected]);
        }
      }
    });
  });

  it("with a tab that the tier does not open holds the lock and nothing of the tab", async () => {
    await db().update(devices).set({ serviceTierId: null }).where(eq(devices.id, 1));
    const locks = {
      maintenance: "accessMaintenances",
      analytics: "generateReport",
      anomalies: "accessAnomalyExplorer",
    };
    for (const [tab, check] of Object.entries(locks)) {
      const { body } = await open(`/machines/1/${tab}`, tokens.acmeUser);
      const data = JSON.parse(body) as Record<string, unknown>;
      expect(data[`routes/_app.machines.$id.${tab}`]).toEqual({
        lock: { check, needed: expect.any(String) },
      });
    }
  });

  it("of the outbox opens on this machine only, and where others reach it for superusers only", async () => {
    const statusOf = async (host: string, listenHost: string | undefined, token?: string) => {
      const context = testContext({ db: db(), now: NOW });
      Object.assign(context.cloudflare.env, { HELIOS_HOST: listenHost, PUBLIC_ORIGIN: host });
      const cookie = { Cookie: `sessionId=${token}` };
      const headers = token === undefined ? {} : cookie;
      const statuses = ["/dev/outbox", "/dev/outbox.json"].map(
        async (path) =>
          (await router.handle(new Request(host + path, { headers }), context)).status,
      );
      return [...new Set(await Promise.all(statuses))];
    };
    for (const host of ["http://localhost:4000", "http://127.0.0.1:4000", "http://[::1]:4000"]) {
      expect([host, await statusOf(host, "127.0.0.1")]).toEqual([host, [200]]);
      for (const listenHost of ["0.0.0.0", "192.168.1.5", "", undefined]) {
        expect(await statusOf(host, listenHost)).toEqual([404]);
        expect(await statusOf(host, listenHost, tokens.acmeAdmin)).toEqual([404]);
        expect(await statusOf(host, listenHost, tokens.oem)).toEqual([404]);
        expect(await statusOf(host, listenHost, tokens.superuser)).toEqual([200]);
      }
    }
    for (const host of [
      "http://evil.example:4000",
      "http://192.168.1.5:4000",
      "http://localhost.evil.example",
    ])
      for (const token of [undefined, tokens.superuser])
        expect([host, await statusOf(host, "127.0.0.1", token)]).toEqual([host, [404]]);
  });

  it("that is denied is counted in the audit log, of pages and of /v1: who and which route", async () => {
    const counts = async () => {
      const rows = await db()
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.action, "user.access_denied"));
      const own = rows.filter(({ actorUserId }) => actorUserId === actors.globexUser.userId);
      return own.reduce((sum, { count }) => sum + count, 0);
    };
    const before = await counts();
    // Its layout and the page refuse side by side, and it is one refusal.
    expect((await open("/admin/users", tokens.globexUser)).to).toBe(NO_ROLE);
    await vi.waitFor(async () => expect(await counts()).toBe(before + 1));
    expect((await open("/v1/audit", tokens.globexUser)).status).toBe(403);
    await vi.waitFor(async () => expect(await counts()).toBe(before + 2));
    const [row] = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.actorUserId, actors.globexUser.userId))
      .orderBy(desc(auditEntries.id));
    expect(row).toMatchObject({ actorRole: "user", customerId: 2, after: { route: "/v1/audit" } });
  });

  it("under /dev exists on one machine only", async () => {
    const tools = Object.keys(TABLE).filter((path) => path.startsWith("/dev/"));
    expect(tools.length).toBeGreaterThan(3);
    for (const path of tools)
      for (const mode of ["staging", "production"] as const)
        for (const token of [undefined, tokens.superuser]) {
          const answer = await visit(router.handle, { db: db(), now: NOW, mode }, path, { token });
          expect([path, mode, answer.status]).toEqual([path, mode, 404]);
          expect(answer.body).not.toContain("@");
        }
  });

  it("answers an id of somebody else's in every byte like one that does not exist", async () => {
    for (const [foreign, who] of [
      ["/machines/7/overview", "acmeAdmin"],
      ["/machines/7/overview", "acmeUser"],
      ["/machines/5/overview", "acmeUser"],
      ["/machines/8/overview", "oem"],
      ["/machines/12/configuration", "acmeAdmin"],
      ["/machines/1/alarms", "globexUser"],
      ["/machines/1/analytics/measure/machine_speed", "globexAdmin"],
      ["/machines/SUN625-1203/overview", "acmeAdmin"],
      ["/customers/2", "acmeAdmin"],
      ["/customers/2/users/6", "acmeAdmin"],
      ["/customers/2/facilities/3", "acmeAdmin"],
      ["/customers/1/users/4", "globexAdmin"],
    ] as const) {
      const missing = foreign.replace(/\/(?:\d+|SUN[\w-]+)/g, `/${MISSING}`);
      expect([foreign, await open(foreign, tokens[who])]).toEqual([
        foreign,
        await open(missing, tokens[who]),
      ]);
    }
  });
});

/** Of pages that only open for what there is. */
const IDS: Record<string, string> = { customerId: "1", facilityId: "1", userId: "4" };
const addressOf = (path: string) =>
  path
    .replace(/:(\w+)/g, (_, name: string) => IDS[name] ?? "gone")
    .replace(/\*/g, "no-such")
    .replace("?", "");
/** Of the pages of customers and people, which stand in the admin area too. */
const ADMINISTRATION_FORMS = [
  "/customers/new/details?",
  "/customers/:customerId/details?",
  "/customers/:customerId/facilities/new",
  "/customers/:customerId/facilities/:facilityId",
  "/customers/:customerId/users",
  "/customers/:customerId/users/many",
  "/customers/:customerId/users/new",
  "/customers/:customerId/service-accounts",
  "/customers/:customerId/users/:userId",
].flatMap((path) => [path, `/admin${path}`]);
const administrationForm = (path: string) =>
  [
    path,
    {
      form: { intent: "save", name: "x" },
      nobody: [302, `/login?redirect=${encodeURIComponent(addressOf(path))}`] as [number, string],
    },
  ] as const;

/** What a form that changes something is made of, and where it leads without a session. */
const FORMS: Record<
  string,
  {
    form: Record<string, string>;
    nobody: [status: number, to: string | null];
    isOpenToMailPrograms?: true;
  }
> = {
  "/*": { form: {}, nobody: [302, NOTHING] },
  ...Object.fromEntries(
    [
      ...ADMINISTRATION_FORMS,
      "/admin/notifications",
      "/admin/users",
      "/admin/users/new",
      "/admin/users/:userId",
      "/admin/parts_quotes",
      "/enrollment_keys",
      "/first_steps",
    ].map(administrationForm),
  ),
  "/account": { form: { intent: "end-others" }, nobody: [302, "/login?redirect=%2Faccount"] },
  "/account/sms/verify": {
    form: { intent: "confirm", code: "123456" },
    nobody: [302, "/login?redirect=%2Faccount%2Fsms%2Fverify"],
  },
  "/dev/kit/:part?": { form: {}, nobody: [422, null] },
  "/dashboard/facilities": {
    form: { shown: "[1]" },
    nobody: [302, "/login?redirect=%2Fdashboard%2Ffacilities"],
  },
  "/dashboard/choice": {
    form: { view: "list" },
    nobody: [302, "/login?redirect=%2Fdashboard%2Fchoice"],
  },
  "/displays": {
    form: { intent: "revoke", id: "1" },
    nobody: [302, "/login?redirect=%2Fdisplays"],
  },
  "/login": { form: { email: "nobody@x.example", password: "wrong" }, nobody: [401, null] },
  "/login/reset-password-request": { form: { email: "nobody@x.example" }, nobody: [200, null] },
  "/login/reset-password/:token": {
    form: { password: "a quiet line at dawn", password_confirmation: "a quiet line at dawn" },
    nobody: [404, null],
  },
  "/login/confirm-email/:token": { form: {}, nobody: [404, null] },
  "/login/setup-account/:token": {
    form: { password: "a quiet line at dawn", password_confirmation: "a quiet line at dawn" },
    nobody: [404, null],
  },
  "/login/reset-password-authed": {
    form: { password: "a quiet line at dawn" },
    nobody: [302, "/login?redirect=%2Flogin%2Freset-password-authed"],
  },
  "/logout": { form: {}, nobody: [302, "/login?redirect=%2Flogout"] },
  "/machines/:id/event_forms": {
    form: { intent: "change", id: "1" },
    nobody: [302, "/login?redirect=%2Fmachines%2Fgone%2Fevent_forms"],
  },
  "/machines/:id/alarm_forms": {
    form: { intent: "delete", id: "1" },
    nobody: [302, "/login?redirect=%2Fmachines%2Fgone%2Falarm_forms"],
  },
  "/machines": {
    form: { serial_number: "NEW-1", make: "Sun", model: "625" },
    nobody: [302, "/login?redirect=%2Fmachines"],
  },
  "/machines/:id/configuration": {
    form: { intent: "retire" },
    nobody: [302, "/login?redirect=%2Fmachines%2Fgone%2Fconfiguration"],
  },
  "/machines/:id/annotation_forms": {
    form: { intent: "delete", id: "1" },
    nobody: [302, "/login?redirect=%2Fmachines%2Fgone%2Fannotation_forms"],
  },
  "/machines/:id/question_forms": {
    form: { intent: "delete", id: "1" },
    nobody: [302, "/login?redirect=%2Fmachines%2Fgone%2Fquestion_forms"],
  },
  "/machines/:id/comment_list": {
    form: { intent: "hide", id: "1" },
    nobody: [302, "/login?redirect=%2Fmachines%2Fgone%2Fcomment_list"],
  },
  "/machines/:id/maintenance": {
    form: { intent: "unsnooze", id: "101" },
    nobody: [302, "/login?redirect=%2Fmachines%2Fgone%2Fmaintenance"],
  },
  "/machines/:id/maintenance_work": {
    form: { intent: "unsnooze", id: "101" },
    nobody: [302, "/login?redirect=%2Fmachines%2Fgone%2Fmaintenance_work"],
  },
  "/maintenances/:id/request_parts_quote": {
    form: {},
    nobody: [302, "/login?redirect=%2Fmaintenances%2Fgone%2Frequest_parts_quote"],
  },
  "/machines/:id/samplers": {
    form: { intent: "add-sampler", name: "Mine", spec: "http" },
    nobody: [302, "/login?redirect=%2Fmachines%2Fgone%2Fsamplers"],
  },
  "/machines/:id/machine_health": {
    form: { intent: "reset" },
    nobody: [302, "/login?redirect=%2Fmachines%2Fgone%2Fmachine_health"],
  },
  "/outbox": { form: { id: "1" }, nobody: [302, "/login?redirect=%2Foutbox"] },
  "/preferences": {
    form: { language: "es", redirect: "//evil.example" },
    nobody: [302, "/account"],
  },
  "/terms": { form: {}, nobody: [302, "/login?redirect=%2Fterms"] },
  "/reports/file/:kind": {
    form: { machine: "1" },
    nobody: [302, "/login?redirect=%2Freports%2Ffile%2Fgone"],
  },
  "/s/notifications/unsubscribe/email": {
    form: {},
    nobody: [302, "/login?redirect=%2Fs%2Fnotifications%2Funsubscribe%2Femail"],
  },
  "/s/notifications/unsubscribe/one-click": {
    form: {},
    nobody: [404, null],
    isOpenToMailPrograms: true,
  },
};

describe("every form", () => {
  it("stands in the table", () => {
    expect(
      router.pages
        .filter(({ hasAction }) => hasAction)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(Object.keys(FORMS).sort());
  });

  describe("of another site", () => {
    let before: string;
    beforeAll(async () => {
      before = await everything();
    });
    afterAll(async () => expect(await everything()).toBe(before));

    it.each(
      Object.entries(FORMS).filter(
        ([path, { isOpenToMailPrograms }]) => path !== "/*" && !isOpenToMailPrograms,
      ),
    )("%s is refused and changes nothing, whoever's browser sends it", async (path, { form }) => {
      for (const token of [undefined, tokens.superuser, tokens.acmeUser]) {
        // Where the page itself is not theirs to open, its guard leads on; the form did nothing.
        const page = await open(addressOf(path), token);
        const ends = [[403, null], ...(page.status === 302 ? [[302, page.to]] : [])];
        for (const origin of [
          "https://evil.example",
          "null",
          "https://helios.test.evil.example",
          "http://helios.test",
        ]) {
          const answer = await send(addressOf(path), form, token, origin);
          expect(ends, `${path} from ${origin}`).toContainEqual([answer.status, answer.to]);
          expect([path, answer.cookies]).toEqual([path, []]);
        }
      }
    });
  });

  it("leads who is not signed in where the table says", async () => {
    for (const [path, { form, nobody }] of Object.entries(FORMS)) {
      const answer = await send(addressOf(path), form);
      expect([path, answer.status, pathOf(answer.to)]).toEqual([path, ...nobody]);
    }
  });

  it("that names something of somebody else's does what it does for nothing: no more", async () => {
    const { id: token } = await createApiToken(
      { db: db(), now: NOW, actor: actors.globexAdmin },
      { name: "BI", scopes: ["read:machines"], expiresInDays: 30 },
    );
    const globexWall = {
      tokenHash: "h",
      customerId: 2,
      name: "Wall",
      locale: "es" as const,
      timeZone: "UTC",
      createdAt: NOW,
    };
    const [wall] = await db().insert(displays).values(globexWall).returning();
    const before = await everything();
    for (const [path, name, foreign] of [
      ["/account", { intent: "end-session" }, actors.globexAdmin.sessionId],
      ["/account", { intent: "revoke-token" }, token],
      ["/displays", { intent: "revoke" }, wall!.id],
      [
        "/displays",
        { intent: "save", name: "Mine", facility_ids: "1", locale: "en", time_zone: "UTC" },
        wall!.id,
      ],
      [
        "/displays",
        { intent: "save", name: "Mine", facility_ids: "3", locale: "en", time_zone: "UTC" },
        wall!.id,
      ],
    ] as const) {
      const [theirs, missing] = [
        await send(path, { ...name, id: String(foreign) }, tokens.acmeAdmin),
        await send(path, { ...name, id: String(MISSING) }, tokens.acmeAdmin),
      ];
      expect([name.intent, theirs]).toEqual([name.intent, missing]);
    }
    expect(await everything()).toBe(before);
    const kept = await everything("hidden_facilities");
    expect(await send("/dashboard/facilities", { shown: "[1,2,3]" }, tokens.acmeAdmin)).toEqual(
      await send("/dashboard/facilities", { shown: `[1,2,${MISSING}]` }, tokens.acmeAdmin),
    );
    expect(await everything("hidden_facilities")).toBe(kept);
  });
});
