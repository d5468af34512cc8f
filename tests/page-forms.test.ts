/**
 * Forms that ask for too much. Every page that takes one is sent each of them, as somebody who may send it: a form is
 * bounded before it is parsed, whoever wrote the page.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { users } from "#app/db/schema/index.ts";
import { keepTyped } from "#app/kit/forms/keep-typed.ts";
import type { readAgainUnlessLost } from "#app/kit/forms/read-again.ts";
import { ORIGIN, testContext } from "./factories/api.ts";
import { openTestDb } from "./factories/db.ts";
import { seedTestDemo } from "./factories/demo.ts";
import { openPages } from "./factories/pages.ts";
import { actorOf, createSession, NOW } from "./factories/people.ts";
import { drippingBody } from "./factories/slow-body.ts";

/** What reads no form: whatever is sent, it is not looked at. */
const TAKES_NO_FORM = [
  "/*",
  "/logout",
  "/terms",
  "/s/notifications/unsubscribe/email",
  "/s/notifications/unsubscribe/one-click",
];
const URL_ENCODED = "application/x-www-form-urlencoded";
const BOUNDARY = "x-boundary";
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (name: string, value: string, more = "") =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const parts = (...all: string[]) => `${all.join("")}--${BOUNDARY}--\r\n`;
const repeated = (times: number) => Array(times).fill("email=a").join("&");

/** What is sent, as which media type, and what it is answered. */
const HOSTILE: Record<string, { status: number; type?: string; body: BodyInit }> = {
  "an index of three million": { status: 422, body: "email[3000000]=1" },
  "an index of 200": { status: 422, body: "email[200]=1" },
  "an index without its brackets": { status: 422, body: "email[0]=1&email.3000000=1" },
  "an index in an encoded name": { status: 422, body: "email%5B3000000%5D=1" },
  "an index below others": { status: 422, body: "email[0].b[3000000]=1" },
  "a thousand levels": { status: 422, body: `a${"[0]".repeat(1_000)}=1` },
  "six levels": { status: 422, body: "a.b.c.d.e.f=1" },
  "a name of 64 kB": { status: 422, body: `${"a".repeat(64_000)}=1` },
  "201 fields": { status: 413, body: repeated(201) },
  "a name repeated 9,000 times": { status: 413, body: repeated(9_000) },
  "more than 64 KiB": { status: 413, body: `email=${"a".repeat(64 * 1024)}` },
  "an order for Conform": {
    status: 422,
    body: `__intent__=${encodeURIComponent(JSON.stringify({ type: "update", payload: { name: "email[3000000]", value: "1" } }))}`,
  },
  "a state for Conform": { status: 422, body: "__state__=nonsense" },
  "untouched fields without end": { status: 422, body: `untouched=${"a,".repeat(2_001)}` },
  "a prototype": { status: 422, body: "__proto__.polluted=1" },
  "many fields in parts": {
    status: 413,
    type: MULTIPART,
    body: parts(...Array<string>(201).fill(part("email", "a"))),
  },
  "an index in parts": { status: 422, type: MULTIPART, body: parts(part("email[3000000]", "1")) },
  "a file": {
    status: 422,
    type: MULTIPART,
    body: parts(part("email", "a", '; filename="a.txt"')),
  },
  "parts that do not end": { status: 400, type: MULTIPART, body: `--${BOUNDARY}\r\nContent-` },
  "parts without a boundary": { status: 400, type: "multipart/form-data", body: "x" },
  JSON: { status: 415, type: "application/json", body: "{}" },
  text: { status: 415, type: "text/plain", body: "email=a" },
};

type ClientModule = {
  default?: unknown;
  loader?: unknown;
  clientAction?: unknown;
  shouldRevalidate?: typeof readAgainUnlessLost;
};

const db = openTestDb();
let router: Awaited<ReturnType<typeof openPages>>;
let tokens: { superuser: string; reset: string };
let forms: string[];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  await seedTestDemo(db());
  router = await openPages();
  forms = router.pages.filter(({ hasAction }) => hasAction).map(({ path }) => path);
}, 3_600_000);
// Each test has its own sessions: one of them signs out.
beforeEach(async () => {
  const rows = await db().select().from(users);
  const open = async (email: string) => {
    const row = rows.find((each) => each.email === email)!;
    const opened = await createSession(db(), actorOf(row));
    return opened.token;
  };
  tokens = {
    superuser: await open("superuser@helios.example"),
    reset: await open("reset@acme.example"),
  };
});
afterEach(() => vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterAll(() => void vi.useRealTimers());

/** Of pages that only open for what there is. */
const IDS: Record<string, string> = { customerId: "1", facilityId: "1", userId: "4" };

/** Sends as somebody who may: nobody where people sign in, the one who must where a reset is forced, else a superuser. */
function send(path: string, body: BodyInit, type: string): Promise<Response> {
  const headers = new Headers({
    Accept: "text/html",
    "Content-Type": type,
    Origin: ORIGIN,
    "X-Forwarded-Host": new URL(ORIGIN).host,
  });
  const token =
    path === "/login/reset-password-authed"
      ? tokens.reset
      : path.startsWith("/login")
        ? null
        : tokens.superuser;
  if (token !== null) headers.set("Cookie", `__Host-sessionId=${token}`);
  // A machine's pages look for the machine before they read a form.
  const address = path
    .replace("/machines/:id/", "/machines/1/")
    .replace(/:(\w+)/g, (_, name: string) => IDS[name] ?? "gone")
    .replace(/\*/g, "no-such")
    .replace("?", "");
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  return router.handle(new Request(ORIGIN + address, init), testContext({ db: db(), now: NOW }));
}

describe("a form that asks for too much", () => {
  it.each(Object.keys(HOSTILE))("is refused at every page that takes one: %s", async (what) => {
    const { status, type = URL_ENCODED, body } = HOSTILE[what]!;
    for (const path of forms.filter((each) => !TAKES_NO_FORM.includes(each))) {
      const answer = await send(path, body, type);
      expect([path, answer.status]).toEqual([path, status]);
      expect((await answer.text()).length).toBeLessThan(10_000);
    }
  });

  it("is looked at by no page that takes none", async () => {
    expect(forms).toEqual(expect.arrayContaining(TAKES_NO_FORM));
    for (const path of TAKES_NO_FORM) {
      const answer = await send(path, drippingBody(), URL_ENCODED);
      expect([path, answer.status < 500]).toEqual([path, true]);
    }
  });

  it("is given up when it drips", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: NOW });
    for (const path of forms.filter((each) => !TAKES_NO_FORM.includes(each))) {
      const answering = send(path, drippingBody("a"), URL_ENCODED);
      const state = { isAnswered: false };
      void answering.then(() => void (state.isAnswered = true));
      while (!state.isAnswered) {
        // Time passes only while the body is waited for.
        if (vi.getTimerCount() > 0) await vi.advanceTimersByTimeAsync(1_000);
        else await new Promise((done) => setImmediate(done));
      }
      expect([path, (await answering).status]).toEqual([path, 408]);
    }
  });
});

describe("a page that keeps what was typed when Helios is lost", () => {
  it("reads nothing again then, and neither do the pages around it", () => {
    const chainOf = (id: string | undefined): string[] =>
      id === undefined ? [] : [id, ...chainOf(router.routes[id]?.parentId)];
    const keeping = Object.keys(router.routes).filter(
      (id) => (router.routes[id]!.module as ClientModule).clientAction === keepTyped,
    );
    expect(keeping.length).toBeGreaterThan(0);
    for (const id of keeping.flatMap(chainOf)) {
      const { loader, shouldRevalidate } = router.routes[id]!.module as ClientModule;
      if (loader === undefined) continue;
      const here = { currentParams: {}, nextParams: {} };
      const url = new URL(ORIGIN);
      const sent = { formMethod: "POST", defaultShouldRevalidate: true };
      const args = { ...here, currentUrl: url, nextUrl: url, ...sent, actionStatus: 503 };
      expect([id, shouldRevalidate?.(args as never)]).toEqual([id, false]);
      // A link of a mail is used up by the answer itself, which stays on screen; comments are read again by what shows them.
      const staysAsItIs =
        /^routes\/(?:login_\.(?!reset-password-request)|machines\.\$id\.comment_list$)/.test(id);
      const again = shouldRevalidate?.({ ...args, actionStatus: 200 } as never);
      expect([id, again]).toEqual([id, !staysAsItIs]);
    }
  });
});

describe("a page over which a form of another address opens", () => {
  it("reads nothing again when that form was lost, which would lead to the sign-in or to a failure", () => {
    // A report of an event opens from the frame, on every page of who is signed in.
    const pages = Object.entries(router.routes).filter(([id, route]) => {
      const { default: Page, loader } = route!.module as ClientModule;
      return id.startsWith("routes/_app.") && Page !== undefined && loader !== undefined;
    });
    expect(pages.length).toBeGreaterThan(20);
    const url = new URL(ORIGIN);
    const args = { currentParams: {}, nextParams: {}, currentUrl: url, nextUrl: url };
    const lost = { ...args, formMethod: "POST", defaultShouldRevalidate: true, actionStatus: 503 };
    const reading = pages.filter(
      ([, route]) => (route!.module as ClientModule).shouldRevalidate?.(lost as never) !== false,
    );
    expect(reading.map(([id]) => id)).toEqual([]);
  });
});

describe("a form as pages send it", () => {
  it("is taken in both media types", async () => {
    const password = encodeURIComponent("a wrong one");
    for (const [type, body] of [
      [URL_ENCODED, `email=nobody%40x.example&password=${password}`],
      [`${URL_ENCODED}; charset=UTF-8`, `email=nobody%40x.example&password=${password}`],
      [MULTIPART, parts(part("email", "nobody@x.example"), part("password", "a wrong one"))],
      [
        `Multipart/Form-Data; Boundary="${BOUNDARY}"`,
        parts(part("email", "nobody@x.example"), part("password", "a wrong one")),
      ],
    ] as const)
      expect([type, (await send("/login", body, type)).status]).toEqual([type, 401]);
  });
});
