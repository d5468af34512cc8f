import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";

const ORIGIN = "https://helios.example";
const EVENTS = `${ORIGIN}/machines/1/events.data`;
const OPENED = { navigation: { state: "loading" }, revalidation: "idle" };

type Asked = { url: string; method: string; signal: AbortSignal | null };

/** The module as a page loads it, and all that is asked of Helios by it and beside it. */
async function inPage(answer: (asked: Asked) => Response | Promise<Response>) {
  const asked: Asked[] = [];
  const listeners = new Map<string, () => void>();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("location", new URL(ORIGIN));
  const addEventListener = (name: string, act: () => void) => listeners.set(name, act);
  vi.stubGlobal("addEventListener", addEventListener);
  vi.stubGlobal("document", { addEventListener });
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const { method, url } =
      input instanceof Request ? input : { method: init.method ?? "GET", url: String(input) };
    const { signal = null } = init;
    signal?.throwIfAborted();
    const one = { url, method, signal };
    asked.push(one);
    return answer(one);
  });
  vi.resetModules();
  const page = await import("./data-ahead.ts");
  page.forgetAheadAtSends();
  const open = async (url = EVENTS, init: RequestInit = {}, state = OPENED) =>
    (await page.fetchData(new URL(url), init, state)).text();
  const leave = () => open(`${ORIGIN}/machines/1/overview.data`);
  const count = () => asked.filter(({ method }) => method === "GET").length;
  return { ...page, asked, listeners, open, leave, count };
}

/** Tells its answers apart. */
const counting = () => {
  let count = 0;
  return () => new Response(`answer ${++count}`);
};

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("opens a page with what was asked for when its link was pointed at, once", async () => {
  const { askAhead, open, count } = await inPage(counting());
  askAhead(EVENTS);
  askAhead(EVENTS);
  expect(count()).toBe(1);
  expect(await open()).toBe("answer 1");
  expect(await open()).toBe("answer 2");
});

it("asks for nothing more while the page is opened, and again once it was left", async () => {
  const { askAhead, open, leave, count } = await inPage(counting());
  askAhead(EVENTS);
  const opened = open();
  askAhead(EVENTS);
  await opened;
  askAhead(EVENTS);
  expect(count()).toBe(1);
  await leave();
  askAhead(EVENTS);
  expect(count()).toBe(3);
});

it("waits for an answer that is on its way", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { askAhead, open, count } = await inPage(() => promise);
  askAhead(EVENTS);
  const opened = open();
  resolve(new Response("late"));
  expect(await opened).toBe("late");
  expect(count()).toBe(1);
});

it("reads what is kept to its end, so that its connection is free", async () => {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (++pulls > 100) controller.close();
      else controller.enqueue(new Uint8Array(100_000));
    },
  });
  const { askAhead, fetchData } = await inPage(() => new Response(body));
  askAhead(EVENTS);
  await vi.waitFor(() => expect(pulls).toBe(101));
  const answer = await fetchData(new URL(EVENTS), {}, OPENED);
  expect((await answer.arrayBuffer()).byteLength).toBe(10_000_000);
});

it("takes nothing that was asked for more than five seconds ago", async () => {
  const { askAhead, open, leave } = await inPage(counting());
  askAhead(EVENTS);
  vi.advanceTimersByTime(5_000);
  expect(await open()).toBe("answer 2");
  await leave();
  askAhead(EVENTS);
  vi.advanceTimersByTime(4_999);
  expect(await open()).toBe("answer 4");
});

it("grows old on a device whose clock is set back meanwhile", async () => {
  const { askAhead, open } = await inPage(counting());
  askAhead(EVENTS);
  vi.setSystemTime(-HOUR_MS + Date.now());
  vi.advanceTimersByTime(5_000);
  expect(await open()).toBe("answer 2");
});

it("keeps one answer, and gives the one before it up", async () => {
  const { askAhead, open, asked } = await inPage(counting());
  askAhead(EVENTS);
  const comments = `${ORIGIN}/machines/1/comments.data`;
  askAhead(comments);
  expect(asked[0]?.signal?.aborted).toBe(true);
  expect(await open(comments)).toBe("answer 2");
  expect(await open()).toBe("answer 3");
});

it.each([
  ["a page that is read again", EVENTS, { ...OPENED, revalidation: "loading" }],
  ["what is read beside a page", EVENTS, undefined],
  ["what a form reads", EVENTS, { ...OPENED, navigation: { state: "loading", formMethod: "GET" } }],
  ["other parts of it", `${EVENTS}?_routes=root`, OPENED],
])("takes nothing for %s, and nothing afterwards", async (_, url, state) => {
  const { askAhead, fetchData, open } = await inPage(counting());
  askAhead(EVENTS);
  expect(await (await fetchData(new URL(url), {}, state)).text()).toBe("answer 2");
  expect(await open()).toBe("answer 3");
});

it.each([
  ["a redirect", () => new Response("to the sign-in", { status: 202 })],
  ["a refusal", () => new Response("no", { status: 403 })],
  ["a failure", () => new Response("no", { status: 500 })],
  ["no body", () => new Response(null, { status: 204 })],
  ["nobody's answer", () => Promise.reject(new TypeError("Failed to fetch"))],
])("asks again after %s", async (_, first) => {
  let isFirst = true;
  const { askAhead, open } = await inPage(() => {
    const answer = isFirst ? first() : new Response("again");
    isFirst = false;
    return answer;
  });
  askAhead(EVENTS);
  expect(await open()).toBe("again");
});

it("has nothing from before something was sent, nor from before it was answered", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const answer = counting();
  const { askAhead, open, count } = await inPage(({ method }) =>
    method === "GET" ? answer() : promise,
  );
  askAhead(EVENTS);
  const sent = fetch("/v1/comments/1", { method: "post" });
  askAhead(EVENTS);
  expect(count()).toBe(1);
  resolve(new Response());
  await sent;
  expect(await open()).toBe("answer 2");
});

it("asks ahead again after something that could not be sent", async () => {
  const answer = counting();
  const { askAhead, open, count } = await inPage(({ method }) =>
    method === "GET" ? answer() : Promise.reject(new TypeError("Failed to fetch")),
  );
  await expect(fetch(new Request(`${ORIGIN}/v1/comments/1`, { method: "PUT" }))).rejects.toThrow();
  askAhead(EVENTS);
  expect(await open()).toBe("answer 1");
  expect(count()).toBe(1);
});

it("keeps it while something is read, or sent to somebody else", async () => {
  const { askAhead, open } = await inPage(counting());
  askAhead(EVENTS);
  await fetch("/dashboard/machines");
  await fetch("https://usage.example/", { method: "POST" });
  expect(await open()).toBe("answer 1");
});

it.each([
  ["this one is left", "blur"],
  ["this one, which was only pointed at, is used again", "focus"],
  ["another tab was chosen", "visibilitychange"],
  ["another document was opened", "pagehide"],
])("has nothing from before another window was used: %s", async (_, event) => {
  const { askAhead, open, listeners } = await inPage(counting());
  askAhead(EVENTS);
  listeners.get(event)?.();
  expect(await open()).toBe("answer 2");
});

it("gives up what is on its way when the page is not opened any more", async () => {
  const { askAhead, open, asked } = await inPage(
    ({ signal }) =>
      new Promise((_, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason as Error)),
      ),
  );
  askAhead(EVENTS);
  const leave = new AbortController();
  const opened = open(EVENTS, { signal: leave.signal });
  leave.abort();
  await expect(opened).rejects.toThrow("aborted");
  expect(asked).toHaveLength(1);
});

const READ_AGAIN = { navigation: { state: "idle" }, revalidation: "loading" };
const leadsTo = (place: string) => () =>
  new Response(`[["SingleFetchRedirect",1],{"_2":3},"redirect","${place}"]`, { status: 202 });

it("leaves a page that reads itself again where it is when the session has ended", async () => {
  const { open } = await inPage(leadsTo("/login?redirect=%2Fdashboard"));
  const givenUp = new AbortController();
  let isSettled = false;
  const reading = open(EVENTS, { signal: givenUp.signal }, READ_AGAIN).finally(() => {
    isSettled = true;
  });
  await new Promise((turn) => setTimeout(turn));
  expect(isSettled).toBe(false);
  givenUp.abort(new Error("read by the next session"));
  await expect(reading).rejects.toThrow("read by the next session");
});

it.each([
  ["a page that is opened, to the sign-in", "/login?redirect=%2Fdashboard", OPENED],
  [
    "one that failed, to the sign-in",
    "/login?redirect=%2Fdashboard",
    { ...READ_AGAIN, errors: { "routes/_app.dashboard": {} } },
  ],
  ["one that reads itself again, elsewhere", "/errors/error-401", READ_AGAIN],
])("leads %s", async (_, place, state) => {
  const { open } = await inPage(leadsTo(place));
  expect(await open(EVENTS, {}, state)).toContain(place);
});

it("says of itself when nobody answers", async () => {
  const { fetchData } = await inPage(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(fetchData(new URL(EVENTS), {}, OPENED)).rejects.toThrow("Failed to fetch");
});
