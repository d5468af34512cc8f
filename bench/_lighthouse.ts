/** Lighthouse, by its own command, on a page of somebody who is signed in. */
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium, type BrowserContext } from "playwright-core";
import { requireHeadless } from "#scripts/chromium.mjs";
import { freePort } from "./_helios.ts";

const run = promisify(execFile);
const COMMAND = join(import.meta.dirname, "..", "node_modules", "lighthouse", "cli", "index.js");
const GIVE_UP_MS = 180_000;

export const FORMS = ["mobile", "desktop"] as const;
export type Form = (typeof FORMS)[number];
export type Cookie = { name: string; value: string; url: string };

export type Scores = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  fcpMs: number;
  lcpMs: number;
  tbtMs: number;
  /** The performance and blocking time by what the page's main thread itself had of the processor: see `ownTime`. */
  ownPerformance: number;
  ownTbtMs: number;
  cls: number;
  requests: number;
  bytes: number;
  /** Scripts as they were sent, and of these what draws charts. */
  scriptBytes: number;
  chartBytes: number;
  /** What kept a category below 100. */
  faults: string[];
};

/** A Chromium whose own profile holds the cookies, for Lighthouse to drive: it opens its page beside, so storage is shared. */
export async function openSignedIn(
  folder: string,
  cookies: Cookie[],
): Promise<{ context: BrowserContext; port: number }> {
  const port = await freePort();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await requireHeadless(),
    args: ["--no-sandbox", "--disable-dev-shm-usage", `--remote-debugging-port=${port}`],
  });
  if (cookies.length > 0) await context.addCookies(cookies);
  return { context, port };
}

/** One cold load: the cache is emptied before, what is stored stays. `report` and what Lighthouse gathered are written to `folder`. */
export async function score(
  context: BrowserContext,
  told: {
    port: number;
    url: string;
    form: Form;
    folder: string;
    isChart: (url: string) => boolean;
  },
): Promise<Scores> {
  const { port, url, form, folder, isChart } = told;
  const gathered = join(folder, "gathered");
  const devtools = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()));
  await devtools.send("Network.clearBrowserCache");
  await devtools.detach();
  const categories = ["performance", "accessibility", "best-practices"].map(
    (name) => `--only-categories=${name}`,
  );
  const flags = ["--output=json", "--quiet", "--disable-storage-reset", ...categories];
  if (form === "desktop") flags.push("--preset=desktop");
  const judge = async (name: string, ...how: string[]): Promise<Report> => {
    const path = join(folder, name);
    await run(process.execPath, [COMMAND, url, ...flags, `--output-path=${path}`, ...how], {
      timeout: GIVE_UP_MS,
    });
    return JSON.parse(readFileSync(path, "utf8")) as Report;
  };
  const report = await judge("report.json", `--port=${port}`, `-GA=${gathered}`);
  ownTime(join(gathered, "trace.json"));
  return read(report, await judge("own-report.json", `-A=${gathered}`), isChart);
}

type TraceEvent = {
  name: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
};

/**
 * Makes every task of a trace's main threads as long as the processor worked for it (`tdur`, µs), rather than as long as it
 * took by the clock. What else runs on the machine (the server that is measured, the browser's own threads, other guests of
 * the same hardware) then makes no blocking time. Rewrites the file.
 */
function ownTime(path: string): void {
  const trace = JSON.parse(readFileSync(path, "utf8")) as { traceEvents: TraceEvent[] };
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(
    trace.traceEvents
      .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
      .map(thread),
  );
  for (const event of trace.traceEvents)
    if (event.dur !== undefined && event.tdur !== undefined && mains.has(thread(event)))
      event.dur = Math.min(event.dur, event.tdur);
  writeFileSync(path, JSON.stringify(trace));
}

type Audit = {
  score: number | null;
  numericValue?: number;
  title: string;
  details?: { items?: unknown[] };
};
type Report = {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, Audit>;
  runtimeError?: { message: string };
};
type Request = { url: string; transferSize: number; resourceType?: string; mimeType?: string };

function read(
  { categories, audits, runtimeError }: Report,
  own: Report,
  isChart: (url: string) => boolean,
): Scores {
  if (runtimeError) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const of = (category: string) => Math.round((categories[category]?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? NaN;
  const requests = ((audits["network-requests"]?.details?.items ?? []) as Request[]).filter(
    ({ url }) => url.startsWith("http"),
  );
  const sum = (wanted: (request: Request) => boolean) =>
    requests.filter(wanted).reduce((bytes, { transferSize }) => bytes + transferSize, 0);
  const isScript = ({ url }: Request) => new URL(url).pathname.endsWith(".js");
  const faults = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id];
      return weight > 0 && audit && audit.score !== null && audit.score < 0.9
        ? `${id} ${audit.score}`
        : [];
    }),
  );
  return {
    performance: of("performance"),
    accessibility: of("accessibility"),
    bestPractices: of("best-practices"),
    fcpMs: value("first-contentful-paint"),
    lcpMs: value("largest-contentful-paint"),
    tbtMs: value("total-blocking-time"),
    ownPerformance: Math.round((own.categories.performance?.score ?? 0) * 100),
    ownTbtMs: own.audits["total-blocking-time"]?.numericValue ?? NaN,
    cls: value("cumulative-layout-shift"),
    requests: requests.length,
    bytes: sum(() => true),
    scriptBytes: sum((request) => isScript(request) && !isChart(request.url)),
    chartBytes: sum((request) => isScript(request) && isChart(request.url)),
    faults,
  };
}
