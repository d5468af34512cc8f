/** Lighthouse, by its own command, on a page of somebody who is signed in. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium, type BrowserContext } from "playwright-core";
import { requireChromium } from "#scripts/chromium.mjs";
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
    executablePath: await requireChromium(),
    args: ["--no-sandbox", "--disable-dev-shm-usage", `--remote-debugging-port=${port}`],
  });
  if (cookies.length > 0) await context.addCookies(cookies);
  return { context, port };
}

/** One cold load: the cache is emptied before, what is stored stays. `report` is written as JSON beside. */
export async function score(
  context: BrowserContext,
  told: {
    port: number;
    url: string;
    form: Form;
    report: string;
    isChart: (url: string) => boolean;
  },
): Promise<Scores> {
  const { port, url, form, report, isChart } = told;
  const devtools = await context.newCDPSession(context.pages()[0] ?? (await context.newPage()));
  await devtools.send("Network.clearBrowserCache");
  await devtools.detach();
  const categories = ["performance", "accessibility", "best-practices"].map(
    (name) => `--only-categories=${name}`,
  );
  const flags = [
    "--output=json",
    `--output-path=${report}`,
    "--quiet",
    "--disable-storage-reset",
    `--port=${port}`,
  ];
  if (form === "desktop") flags.push("--preset=desktop");
  await run(process.execPath, [COMMAND, url, ...flags, ...categories], { timeout: GIVE_UP_MS });
  return read(JSON.parse(readFileSync(report, "utf8")) as Report, isChart);
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
    cls: value("cumulative-layout-shift"),
    requests: requests.length,
    bytes: sum(() => true),
    scriptBytes: sum((request) => isScript(request) && !isChart(request.url)),
    chartBytes: sum((request) => isScript(request) && isChart(request.url)),
    faults,
  };
}
