/**
 * How heavy and how quick the pages are: Lighthouse on the built app in Chromium, cold, as a phone and as a desk, medians
 * of some rounds; and the wall's memory over 8 hours of slides in accelerated time. Lighthouse slows network and processor
 * down in its calculation. The server is on the same machine and takes part of its processor: 'own' is the same load judged by
 * what the page's main thread itself had of the processor.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { requireChromium } from "#scripts/chromium.mjs";
import { startHelios } from "./_helios.ts";
import { FORMS, openSignedIn, score, type Cookie, type Form, type Scores } from "./_lighthouse.ts";
import { watchWall } from "./_wall-heap.ts";

export const about =
  "Lighthouse, bytes and requests of the pages, phone and desk; --wall 8: the slideshow's heap over 8 hours";

const PAGES = ["/login", "/dashboard", "/machines", "/machines/1/overview", "/dashboard/slideshow"];
/** What draws charts comes when a chart is on screen. */
const isChart = (url: string): boolean => /\/assets\/time-canvas/.test(url);
const TARGETS: Record<Form, string> = { mobile: "95 100 100", desktop: "100 100 100" };

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: "string", default: "3" },
      wall: { type: "string", default: "0" },
      speed: { type: "string", default: "160" },
      origin: { type: "string" },
      only: { type: "string", multiple: true },
      form: { type: "string", multiple: true },
    },
  });
  const [rounds, wallHours, speed] = [
    Number(values.rounds),
    Number(values.wall),
    Number(values.speed),
  ];
  if (
    !(rounds >= 0 && rounds <= 100) ||
    !(wallHours >= 0 && wallHours <= 100) ||
    !(speed >= 1 && speed <= 500)
  ) {
    throw new Error("--rounds takes 0 to 100, --wall 0 to 100 hours, --speed 1 to 500");
  }
  const forms = FORMS.filter((form) => values.form?.includes(form) ?? true);
  if (forms.length === 0) throw new Error(`--form takes ${FORMS.join(" or ")}`);
  const helios =
    values.origin === undefined
      ? await startHelios()
      : { origin: values.origin, stop: async () => undefined };
  try {
    const cookies = await signIn(helios.origin);
    if (rounds > 0)
      for (const form of forms)
        await measure(form, {
          origin: helios.origin,
          cookies,
          rounds,
          pages: values.only ?? PAGES,
        });
    if (wallHours > 0) {
      const browser = await chromium.launch({
        executablePath: await requireChromium(),
        args: ["--no-sandbox", "--disable-dev-shm-usage"],
      });
      try {
        await watchWall(browser, { origin: helios.origin, cookies, hours: wallHours, speed });
      } finally {
        await browser.close();
      }
    }
  } finally {
    await helios.stop();
  }
}

/** The cookies of somebody who signed in through the form. */
async function signIn(origin: string): Promise<Cookie[]> {
  const browser = await chromium.launch({
    executablePath: await requireChromium(),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${origin}/login`);
    await page.fill('input[name="email"]', "admin@acme.example");
    await page.fill('input[name="password"]', "Helios-Demo-2026");
    await page.press('input[name="password"]', "Enter");
    await page.waitForURL(`${origin}/dashboard`);
    const cookies = (await context.cookies()).map(({ name, value }) => ({
      name,
      value,
      url: origin,
    }));
    return [...cookies, { name: "cookieConsent", value: "agreed", url: origin }];
  } finally {
    await browser.close();
  }
}

type Told = { origin: string; cookies: Cookie[]; rounds: number; pages: string[] };

async function measure(form: Form, { origin, cookies, rounds, pages }: Told): Promise<void> {
  console.log(
    `\n${form}: cold, medians of ${rounds}; targets ${TARGETS[form]}, CLS 0, scripts 130 KB`,
  );
  console.log(
    "page                     perf  a11y  best  FCP ms  LCP ms  TBT ms  own perf  own TBT    CLS  requests  KB all  KB scripts  KB charts",
  );
  for (const path of pages) {
    const folder = mkdtempSync(join(tmpdir(), "helios-pages-"));
    const { context, port } = await openSignedIn(folder, path === "/login" ? [] : cookies);
    try {
      const all: Scores[] = [];
      for (let round = 0; round < rounds; round++)
        all.push(
          await score(context, {
            port,
            url: origin + path,
            form,
            folder,
            isChart,
          }),
        );
      print(path, all);
    } finally {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function print(path: string, all: Scores[]): void {
  const figure = (key: Exclude<keyof Scores, "faults">) => median(all.map((scores) => scores[key]));
  const kb = (key: "bytes" | "scriptBytes" | "chartBytes") => (figure(key) / 1_000).toFixed(1);
  const column = (text: string | number, width: number) => String(text).padStart(width);
  console.log(
    path.padEnd(23),
    column(figure("performance"), 5),
    column(figure("accessibility"), 5),
    column(figure("bestPractices"), 5),
    column(figure("fcpMs").toFixed(0), 7),
    column(figure("lcpMs").toFixed(0), 7),
    column(figure("tbtMs").toFixed(0), 7),
    column(figure("ownPerformance"), 9),
    column(figure("ownTbtMs").toFixed(0), 8),
    column(figure("cls").toFixed(3), 6),
    column(figure("requests"), 9),
    column(kb("bytes"), 7),
    column(kb("scriptBytes"), 11),
    column(kb("chartBytes"), 10),
  );
  const faults = new Set(all.flatMap((scores) => scores.faults));
  if (faults.size > 0) console.log(`  below 0.9: ${[...faults].join(", ")}`);
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
