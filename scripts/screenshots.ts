/**
 * Makes the pictures in docs/screenshots: node scripts/screenshots.ts [names, or parts of names]
 * It starts a Helios of its own, first with the demo and its simulator, then with 40 machines and samplers of its own, and
 * brings each state about: widths, themes, languages, none, one and many machines, old values, a lost server, calls that fail.
 */
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { requireChromium } from "./chromium.mjs";
import { pictureOf, take, type Shot } from "./screenshots/camera.ts";
import { MACHINE_PAGES, NEVER_SENT, OLD_MACHINE } from "./screenshots/machine-pages.ts";
import { runPlant } from "./screenshots/plant.ts";
import { Stand } from "./screenshots/stand.ts";

const ADMIN = "admin@acme.example";
const SUPERUSER = "superuser@helios.example";
const WALL = "/dashboard/slideshow";
const MANY = 40;
const MAX_TOTAL_BYTES = 4_000_000;

/** The socket is cut once values came, and every new one refused. */
function disconnected(): Shot {
  let cut: (() => void) | undefined;
  let isCut = false;
  return {
    ...{ name: "disconnected", email: ADMIN, view: "desk" },
    prepare: (page) =>
      page.routeWebSocket(/\/socket\//, (socket) => {
        if (isCut) return void socket.close();
        socket.connectToServer();
        cut = () => void socket.close();
      }),
    act: async (page) => {
      isCut = true;
      cut?.();
      await page.waitForSelector('[data-connection="lost"]');
    },
  };
}

const DEMO: Shot[] = [
  { name: "dashboard", email: SUPERUSER, view: "desk" },
  { name: "dashboard-whole", email: ADMIN, view: "desk", whole: true },
  {
    name: "dashboard-dark-es",
    email: ADMIN,
    view: "desk",
    theme: "dark",
    language: "es",
    whole: true,
  },
  { name: "dashboard-1024", email: ADMIN, view: "tablet" },
  { name: "dashboard-1024-dark-es", email: ADMIN, view: "tablet", theme: "dark", language: "es" },
  { name: "dashboard-390", email: ADMIN, view: "phone", whole: true },
  {
    name: "dashboard-390-dark-es",
    email: ADMIN,
    view: "phone",
    theme: "dark",
    language: "es",
    whole: true,
  },
  { name: "wall", email: SUPERUSER, path: WALL, view: "wall", theme: "dark" },
  { name: "wall-es", email: ADMIN, path: WALL, view: "wall", theme: "dark", language: "es" },
  { name: "no-facilities", email: "new@acme.example", view: "desk" },
  { name: "no-facilities-390-es", email: "new@acme.example", view: "phone", language: "es" },
  {
    name: "facilities",
    email: ADMIN,
    view: "desk",
    act: (page) => page.getByRole("button", { name: /facilities shown/ }).click(),
  },
  {
    name: "report-event",
    email: ADMIN,
    view: "desk",
    act: (page) => page.getByRole("button", { name: "Report event" }).click(),
  },
  {
    name: "report-event-390-dark-es",
    email: SUPERUSER,
    view: "phone",
    theme: "dark",
    language: "es",
    // The superusers' bar has such a button too.
    act: (page) =>
      page.locator("#content").getByRole("button", { name: "Reportar evento" }).click(),
  },
  {
    name: "complete",
    email: ADMIN,
    view: "desk",
    act: (page) => page.getByRole("button", { name: "Mark done" }).first().click(),
  },
  {
    name: "calls-fail",
    email: ADMIN,
    view: "desk",
    whole: true,
    prepare: (page) => page.route(/\/v1\/events|\/dashboard\/averages/, (route) => route.abort()),
    act: (page) => page.getByRole("radio", { name: "24 hrs" }).click(),
  },
  disconnected(),
];

/** A start may be so quick that the last values are not old yet; cards that nobody looked at wait for that. */
const untilOld: Shot["act"] = (page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll("article")].every(
      (card) => card.closest("[data-drawn]") !== null || card.querySelector(".stale") !== null,
    ),
  );
const OLD: Shot[] = [
  { name: "stale", email: ADMIN, view: "desk", act: untilOld },
  { name: "stale-390-es", email: ADMIN, view: "phone", language: "es", act: untilOld },
  // It says so by itself, whatever was waited for before.
  {
    ...{ name: "wall-old", email: ADMIN, path: WALL, view: "wall", theme: "dark" },
    ready: "main[data-old] h1",
  },
];
const GROWN: Shot[] = [
  { name: "forty", email: SUPERUSER, view: "desk" },
  { name: "forty-390-dark", email: SUPERUSER, view: "phone", theme: "dark" },
  { name: "wall-forty", email: SUPERUSER, path: WALL, view: "wall", theme: "dark" },
];
const ONE: Shot[] = [
  { name: "one", email: ADMIN, view: "desk" },
  { name: "one-390-es", email: ADMIN, view: "phone", language: "es" },
  { name: "wall-one", email: ADMIN, path: WALL, view: "wall", theme: "dark" },
];
const choose = (how: "one" | "none"): Shot => ({
  ...{ name: how === "one" ? "chosen-one" : "none-chosen", email: ADMIN, view: "desk" },
  act: async (page) => {
    await page.getByRole("button", { name: /facilities shown/ }).click();
    await page.getByRole("button", { name: "Select none" }).click();
    if (how === "one") await page.getByRole("checkbox", { name: /Cedar Hollow/ }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Save" }).waitFor({ state: "detached" });
  },
});

const wanted: readonly string[] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: await requireChromium(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
const stand = new Stand();
let total = 0;
/** The whole name of a picture means that one alone. */
const isMeant = (part: string, name: string): boolean =>
  existsSync(pictureOf(part)) ? part === name : name.includes(part);
async function takeAll(shots: Shot[]): Promise<void> {
  for (const shot of shots.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => isMeant(part, name)),
  )) {
    const bytes = await take(browser, stand.origin, shot);
    total += bytes;
    console.log(`${shot.name}.webp  ${Math.round(bytes / 1000)} kB`);
  }
}
try {
  await stand.start("on");
  await takeAll([...DEMO, ...MACHINE_PAGES]);
  await stand.stop();
  await stand.start("off");
  await takeAll([...OLD, ...OLD_MACHINE]);
  await stand.stop();
  await stand.grow(MANY);
  await stand.start("off");
  await takeAll(NEVER_SENT);
  const plant = await runPlant(stand.origin, SUPERUSER);
  await takeAll(GROWN);
  await takeAll([choose("none")]);
  await takeAll([choose("one")]);
  await takeAll(ONE);
  plant.stop();
  if (total > MAX_TOTAL_BYTES)
    throw new Error(`the pictures have ${total} bytes, more than ${MAX_TOTAL_BYTES}`);
} finally {
  await browser.close();
  await stand.stop();
  stand.remove();
}
