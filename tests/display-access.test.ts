/** A paired display reads what it shows and can do nothing else: its token is tried on every /v1 endpoint, page and form. */
import { beforeAll, describe, expect, it } from "vitest";
import { displayCookieName } from "#app/domain/access/display.ts";
import * as permissions from "#app/domain/access/permissions.ts";
import {
  customerScope,
  facilityScope,
  listsSimulated,
  listsUnconfigured,
  machineScope,
} from "#app/domain/access/scope.ts";
import { claimDisplay, findDisplay } from "#app/features/displays/displays.server.ts";
import { pairDisplay, startPairing } from "#app/features/displays/pairing.server.ts";
import * as v1 from "#app/routes/v1.$.ts";
import { registeredApis } from "#app/api/registry.server.ts";
import { METHODS } from "#app/api/types.ts";
import { callApi, ORIGIN, testContext } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { openPages } from "./factories/pages.ts";
import { NOW } from "./factories/people.ts";

/** What a screen opens with its own cookie. */
const OWN_PAGES = ["/display", "/display/status", "/display/fleet", "/display/alarms"];
const db = openTestDb();
let router: Awaited<ReturnType<typeof openPages>>;
let token: string;

beforeAll(async () => {
  await seedTestDemo(db());
  const boss = {
    userId: 1,
    sessionId: 0,
    role: "superuser" as const,
    customerId: null,
    make: null,
    facilityIds: [],
  };
  const deps = {
    db: db(),
    now: NOW,
    address: null,
    linkSecret: () => Promise.resolve("a secret"),
    actor: boss,
  };
  const waiting = await startPairing(deps, null);
  await pairDisplay(deps, {
    code: waiting.code,
    name: "Wall",
    facilityIds: [1],
    locale: "en",
    timeZone: "UTC",
  });
  token = (await claimDisplay(deps, waiting.token))!.token;
  router = await openPages();
});

const open = (path: string, cookie: string, form?: Record<string, string>) =>
  router.handle(
    new Request(ORIGIN + path, {
      headers: {
        Accept: "text/html",
        Cookie: cookie,
        Origin: ORIGIN,
        "X-Forwarded-Host": new URL(ORIGIN).host,
      },
      ...(form ? { method: "POST", body: new URLSearchParams(form) } : {}),
    }),
    testContext({ db: db(), now: NOW }),
  );
const asDisplay = () => `${displayCookieName(true)}=${token}`;

describe("a display's token", () => {
  it("opens no /v1 endpoint, by header or cookie, that is not open to everybody", async () => {
    let tried = 0;
    for (const [path, methods] of registeredApis()) {
      for (const method of METHODS) {
        if (!methods[method] || methods[method].access === "public") continue;
        const body = method === "GET" || method === "DELETE" ? {} : { body: {} };
        const ways: Record<string, string>[] = [
          { Authorization: token },
          { Authorization: `Bearer ${token}` },
          { Cookie: `${asDisplay()}; __Host-sessionId=${token}`, Origin: ORIGIN },
        ];
        for (const headers of ways) {
          const url = path.replace(/\{\w+\}/g, "1");
          const { status } = await callApi({ db: db(), now: NOW }, v1, url, {
            method,
            headers,
            params: { id: "1", token: "1" },
            ...body,
          });
          expect([method, path, status]).toEqual([method, path, 401]);
          tried++;
        }
      }
    }
    expect(tried).toBeGreaterThan(150);
  });

  it("changes nothing of what any page answers, but for those of the screen", async () => {
    const compared: string[] = [];
    for (const { path } of router.pages) {
      const at = path.replace(/:id/g, "1").replace(/:\w+/g, "overview").replace("*", "x");
      const [anonymous, mine, asSession] = [
        await open(at, ""),
        await open(at, asDisplay()),
        await open(at, `${asDisplay()}; __Host-sessionId=${token}`),
      ];
      if (OWN_PAGES.includes(path)) continue;
      for (const answer of [mine, asSession])
        expect([at, answer.status, answer.headers.get("Location")]).toEqual([
          at,
          anonymous.status,
          anonymous.headers.get("Location"),
        ]);
      compared.push(path);
    }
    expect(compared).toContain("/dashboard/slideshow");
    expect(compared.length).toBe(router.pages.length - OWN_PAGES.length);
  });

  it("sends no form", async () => {
    for (const { path } of router.pages.filter(({ hasAction }) => hasAction)) {
      const at = path.replace(/:\w+/g, "gone").replace("*", "x");
      const send = (cookie: string) =>
        open(at, cookie, { intent: "revoke", id: "1", email: "a@x.example", password: "x" });
      const [anonymous, mine] = [await send(""), await send(asDisplay())];
      expect([at, mine.status, mine.headers.get("Location")]).toEqual([
        at,
        anonymous.status,
        anonymous.headers.get("Location"),
      ]);
    }
    expect(await findDisplay({ db: db(), now: NOW }, token)).not.toBeNull();
  });

  it("shows the machines of its facilities on the screen's own pages, and a stranger nothing", async () => {
    const { machines } = (await (await open("/display/fleet", asDisplay())).json()) as {
      machines: { facility: { id: number } }[];
    };
    expect(machines.length).toBeGreaterThan(2);
    expect(new Set(machines.map(({ facility }) => facility.id))).toEqual(new Set([1]));
    expect((await open("/display/fleet", "")).status).toBe(401);
    expect(
      (await open("/display/fleet", `${displayCookieName(true)}=hdt_${"a".repeat(43)}`)).status,
    ).toBe(401);
  });
});

describe("the role of a display", () => {
  it("may do nothing that a permission is asked for", async () => {
    const { actor } = (await findDisplay({ db: db(), now: NOW }, token))!;
    const questions = Object.entries(permissions).filter(([name]) =>
      /^(?:is|can)[A-Z]/.test(name),
    ) as [string, (...given: unknown[]) => boolean][];
    expect(questions.length).toBeGreaterThan(8);
    expect(
      questions.filter(([, may]) => may(actor, { kiwiplan: false })).map(([name]) => name),
    ).toEqual([]);
  });

  it("has rows of its own in the table of scopes", async () => {
    const { actor } = (await findDisplay({ db: db(), now: NOW }, token))!;
    expect(machineScope(actor)).toEqual({ kind: "facilities", facilityIds: [1] });
    expect(machineScope({ ...actor, make: "Sun" })).toEqual({
      kind: "facilities_of_make",
      facilityIds: [1],
      make: "Sun",
    });
    expect(machineScope({ ...actor, facilityIds: [] })).toEqual({ kind: "none" });
    expect(facilityScope(actor)).toEqual({ kind: "facilities", facilityIds: [1] });
    expect(customerScope(actor)).toEqual({ kind: "none" });
    expect([listsSimulated(actor), listsUnconfigured(actor)]).toEqual([false, false]);
  });
});
