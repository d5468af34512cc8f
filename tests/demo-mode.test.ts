/** In demo mode no page and no answer of /v1 holds a name that a guest must not read, or a customer's order. */
import { eq, ne } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import * as v1 from "#app/routes/v1.$.ts";
import { registeredApis } from "#app/api/registry.server.ts";
import {
  alarms,
  annotations,
  comments,
  emailCcs,
  enrollmentKeys,
  savedQuestions,
  customers,
  devices,
  displays,
  events,
  facilities,
  maintenances,
  outboxMessages,
  partsQuotes,
  samplers,
  serviceAccounts,
  snoozeHistories,
  users,
} from "#app/db/schema/index.ts";
import { reportEvent } from "#app/features/events/report-event.server.ts";
import { eventSchema } from "#app/features/events/schemas.ts";
import { isOrderMetric } from "#app/domain/demo/sample-orders.ts";
import { METRIC_WORDS } from "#app/domain/metrics/metric-words.ts";
import { callApi, ORIGIN, testContext, type TestWorld } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { openPages } from "./factories/pages.ts";
import { actorOf, createSession, NOW } from "./factories/people.ts";

const db = openTestDb();
let token: string;
let names: string[];
let router: Awaited<ReturnType<typeof openPages>>;

const SECRET_ORDER = "SECRET-ORDER-1";
const QUOTE_NOTE = "Offer 4711 sent to Dana";
const sample = (value: string | number) => ({ value, timeMs: NOW - 1_000, adFlag: null });
const latest = {
  machine_speed: sample(181),
  order_number: sample(SECRET_ORDER),
  kiwiplan_order_number: sample(SECRET_ORDER),
  kiwiplan_customer: sample(SECRET_ORDER),
};
const WRITTEN_AT = Date.UTC(2026, 10, 19, 1);
const orders = { kind: "text", times: Float64Array.of(WRITTEN_AT), values: [SECRET_ORDER] };
const snapshot = {
  files: [],
  rollups: {},
  tail: { order_number: orders },
  snapMs: 0,
  samplesFromMs: -Infinity,
  states: [],
  targetSheetsPerHour: null,
  more: null,
};
const recorder = {
  latest: (metrics: readonly string[] | null) =>
    Promise.resolve(
      Object.fromEntries(
        Object.entries(latest).filter(([metric]) => metrics === null || metrics.includes(metric)),
      ) as never,
    ),
  snapshot: ({ metrics }: { metrics: string[] }) =>
    Promise.resolve({ ...snapshot, keys: metrics.map((name) => [name, [name]]) } as never),
};
const world = (): TestWorld => ({ db: db(), now: NOW, recorder });

beforeAll(async () => {
  await seedTestDemo(db());
  const people = await db().select().from(users).where(ne(users.email, "superuser@helios.example"));
  const [boss] = await db().select().from(users).where(ne(users.role, "user")).limit(1);
  token = (await createSession(db(), actorOf(boss!))).token;
  const dana = people.find(({ email }) => email === "admin@acme.example")!;
  const event = {
    device_id: 1,
    name: "Jam",
    notes: "told by Pat",
    start_at: NOW - 60_000,
    end_at: NOW,
  };
  const wall = {
    name: "Hall of Riverside",
    locale: "en",
    timeZone: "UTC",
    tokenHash: "x",
  } as const;
  await db()
    .insert(displays)
    .values({ ...wall, customerId: 1, createdAt: NOW });
  const program = { name: "MES of Riverside", tokenHash: "x", scopes: [], expiresAt: NOW + 60_000 };
  await db()
    .insert(serviceAccounts)
    .values({ ...program, customerId: 1, createdAt: NOW });
  const [work] = await db().select().from(maintenances).where(eq(maintenances.kind, "custom"));
  if (!work) throw new Error("the demo has no custom maintenance");
  await db()
    .insert(partsQuotes)
    .values({
      ...{ maintenanceId: work.id, deviceId: work.deviceId, userId: dana.id },
      ...{ name: work.name, kind: work.kind, target: work.target },
      ...{ lifeFrom: work.createdAt, requestedAt: NOW, note: QUOTE_NOTE },
    });
  const enrolls = { name: "Gateways of Riverside", keyHash: "x", maxUses: 5 };
  await db()
    .insert(enrollmentKeys)
    .values({ ...enrolls, expiresAt: NOW + 60_000, createdAt: NOW });
  const copied = { name: "Kim Copied", team: "Riverside service", email: "kim@copied.example" };
  await db()
    .insert(emailCcs)
    .values({ ...copied, createdAt: NOW });
  await reportEvent({ db: db(), now: NOW, actor: actorOf(dana) }, eventSchema.parse(event));
  const told = [
    ...people.flatMap(({ firstName, lastName, email, phone }) => [
      `${firstName} ${lastName}`,
      lastName,
      email,
      phone,
    ]),
    ...(await db().select().from(customers)).flatMap((row) => [
      row.name,
      row.contactName,
      row.contactEmail,
      row.contactPhone,
      row.city,
      row.logo,
    ]),
    ...(await db().select().from(facilities)).flatMap((row) => [
      row.name,
      row.contactName,
      row.contactEmail,
      row.contactPhone,
      row.city,
      `"${row.state}"`,
    ]),
    ...(await db().select().from(devices)).flatMap((row) => [
      row.name,
      row.serialNumber,
      row.manufacturerSerialNumber,
    ]),
    ...(await db().select().from(maintenances).where(eq(maintenances.kind, "custom"))).flatMap(
      ({ name, nameKey }) => [name, nameKey],
    ),
    ...(await db().select().from(displays)).map(({ name }) => name),
    ...(await db().select().from(serviceAccounts)).map(({ name }) => name),
    ...(await db().select().from(enrollmentKeys)).map(({ name }) => name),
    ...(await db().select().from(emailCcs)).flatMap(({ name, team, email }) => [name, team, email]),
    ...(await db().select().from(comments)).map(({ text }) => text),
    ...(await db().select().from(samplers)).flatMap((row) => [
      row.name,
      row.plcAddress,
      row.datasetName,
      row.machineNumber,
    ]),
    ...(await db().select().from(alarms)).map(({ name }) => name),
    ...(await db().select().from(events)).flatMap(({ name, notes }) => [`"${name}"`, notes]),
    ...(await db().select().from(annotations)).map(({ text }) => text),
    ...(await db().select().from(savedQuestions)).map(({ name }) => name),
    ...(await db().select().from(snoozeHistories)).map(({ reason }) => reason),
    SECRET_ORDER,
    QUOTE_NOTE,
  ];
  names = [...new Set(told.filter((text): text is string => text !== null && text.length > 2))];
  router = await openPages();
});

const TABS =
  "overview maintenance analytics anomalies events machine_health alarms comments configuration samplers";
/** Of many addresses one each; pages that are new are walked too. */
const KNOWN_PAGES = [
  "/dashboard",
  "/dashboard/slideshow",
  "/machines",
  "/displays",
  "/customers",
  "/customers/1",
  "/customers/1/facilities/1",
  "/customers/1/users/3",
  "/admin/customers",
  "/admin/users",
  "/reports/measures",
  ...TABS.split(" ").map((tab) => `/machines/1/${tab}`),
];
const IDS: Record<string, string> = { userId: "3" };

/** Every page with ids in its path, and what stands behind the open ends of some. */
function pathsOf(pages: readonly { path: string }[]): string[] {
  const all = pages.map(({ path }) =>
    path.replace(/:(\w+)\??/g, (_, name: string) =>
      name === "tab" ? "overview" : (IDS[name] ?? "1"),
    ),
  );
  return [
    ...new Set([
      ...all.filter((path) => !/\*|logout|preferences|^\/dev/.test(path)),
      ...KNOWN_PAGES,
      ...MORE_PAGES,
    ]),
  ];
}
const MORE_PAGES = [
  "/customers/1/facilities",
  "/customers/1/users",
  "/customers/1/serviceTiers",
  "/admin/customers/1/users/3",
  "/admin/customers/2/serviceTiers",
  "/machines/1/analytics/measure/order_number",
];

/** A metric is called after a kind of machine, as one of the demo is. */
const METRIC_TITLE = METRIC_WORDS.metrics.kiwiplan_corrugator_slit_width;
const found = (text: string): string[] => {
  const rest = text.replaceAll(METRIC_TITLE, "");
  return names.filter((name) => rest.includes(name));
};
const cookie = (isDemo: boolean): Record<string, string> =>
  isDemo ? { Cookie: "demoMode=1; language=en" } : {};
const RANGE = "start_time=2026-11-19T00:00:00Z&end_time=2026-11-19T04:00:00Z";
const QUERIES: Record<string, string> = {
  "/v1/events": "?device_id=1",
  "/v1/maintenances/recommended": "?device_id=1",
  "/v1/components": "?device_id=1",
  "/v1/reports/events/{serial}": `?${RANGE}`,
  "/v1/devices/downtime_predictions": "?device_ids[]=1",
  "/v1/single_metric_average": `?device_id=1&metric=board_thickness&${RANGE}`,
  "/v1/saved_questions": "?device_id=1",
  "/v1/annotations": `?device_id=1&${RANGE}`,
  "/v1/jobs": `?device_id=1&${RANGE}`,
  "/v1/telemetry_timeseries": `?device_id=1&metrics=order_number&${RANGE}`,
  "/v1/devices_timeseries":
    "?devices[]=1&metrics[]=order_number&datapoints=4&start_date=2026-11-19T00:00:00Z&end_date=2026-11-19T04:00:00Z",
};

describe("demo mode", () => {
  it("knows names to look for", () => {
    expect(names.length).toBeGreaterThan(60);
    for (const name of ["Acme Packaging", "Whitfield", "SUN625-1187", "admin@acme.example"])
      expect(names).toContain(name);
  });

  it("leaves none of them in any answer of /v1, and takes none away from anybody else", async () => {
    const shown = new Set<string>();
    for (const [path, methods] of registeredApis()) {
      if (!methods.GET || methods.GET.access === "public") continue;
      const ask = async (isDemo: boolean) => {
        const headers = { "X-Requested-With": "XMLHttpRequest", ...cookie(isDemo) };
        const id = path.startsWith("/v1/users/") ? "3" : "1";
        return callApi(world(), v1, path.replace(/\{\w+\}/, id) + (QUERIES[path] ?? ""), {
          token,
          headers,
          params: { id },
        });
      };
      const [plain, masked] = [await ask(false), await ask(true)];
      expect([path, masked.status, found(masked.text)]).toEqual([path, plain.status, []]);
      if (plain.status === 200)
        expect([
          path,
          (methods.GET.response as { safeParse(body: unknown): { success: boolean } }).safeParse(
            methods.GET.produces === undefined ? masked.body : masked.text,
          ).success,
        ]).toEqual([path, true]);
      for (const name of found(JSON.stringify(plain.body))) shown.add(name);
      // Series, too, whose text is written past JSON.stringify.
      if (/timeseries/.test(path))
        expect([path, found(JSON.stringify(plain.body))]).toEqual([path, [SECRET_ORDER]]);
    }
    // What is masked would have been there.
    expect(shown.size).toBeGreaterThan(40);
  });

  it("leaves none of them on any page", async () => {
    const shown = new Set<string>();
    const open = async (path: string, isDemo: boolean) => {
      const headers = {
        Accept: "text/html",
        Cookie: `__Host-sessionId=${token}; language=en${isDemo ? "; demoMode=1" : ""}`,
      };
      const answer = await router.handle(
        new Request(ORIGIN + path, { headers }),
        testContext(world()),
      );
      // Addresses that lead on, or to nowhere; what they answer has no data.
      return answer.status === 200 ? answer.text() : null;
    };
    const opened: string[] = [];
    for (const path of pathsOf(router.pages)) {
      const answer = await open(path, false);
      if (answer === null) continue;
      for (const name of found(answer)) shown.add(name);
      expect([path, found((await open(path, true)) ?? "")]).toEqual([path, []]);
      opened.push(path);
    }
    expect(shown).toContain(SECRET_ORDER);
    expect(shown.size).toBeGreaterThan(40);
    expect(opened).toEqual(expect.arrayContaining(KNOWN_PAGES));
  });

  it("leaves none of them in the outbox of local mode", async () => {
    const words = names.join(" · ");
    await db()
      .insert(outboxMessages)
      .values({
        ...{ channel: "mail", to: "dana@acme.example", locale: "en", template: "alarm" },
        ...{ subject: words, text: words, html: words, dedupeKey: "demo", status: "sent" },
        ...{ headers: { "List-Unsubscribe": words }, createdAt: NOW },
      });
    const open = async (path: string, more: string) => {
      const headers = { Accept: "text/html", Cookie: `sessionId=${token}; language=en${more}` };
      const context = testContext(world());
      const request = new Request(`http://localhost:4000${path}`, { headers });
      const site = { HELIOS_HOST: "127.0.0.1", PUBLIC_ORIGIN: "http://localhost:4000" };
      Object.assign(context.cloudflare.env, site);
      return (await router.handle(request, context)).text();
    };
    for (const path of ["/dev/outbox", "/dev/outbox.json"]) {
      expect(found(await open(path, "")).length).toBeGreaterThan(40);
      expect([path, found(await open(path, "; demoMode=1"))]).toEqual([path, []]);
    }
  });

  it("counts the order system's metrics among the orders", () => {
    expect(
      ["order_number", "kiwiplan_flute_code", "kiwiplan_anything", "machine_speed"].map(
        isOrderMetric,
      ),
    ).toEqual([true, true, true, false]);
  });
});
