/** A machine's pages: what they show, empty, locked and failed, at a desk and on a phone, in both languages and themes. */
import type { Page } from "playwright-core";
import type { Shot } from "./camera.ts";

const ADMIN = "admin@acme.example";
const SUPERUSER = "superuser@helios.example";
const PHONE = { view: "phone", whole: true } as const;
const DARK_ES = { theme: "dark", language: "es" } as const;

/** Of the demo. */
const RUNNING = "/machines/1";
const LOCKED = "/machines/5";
const UNCONFIGURED = "/machines/12";

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().click();

export const MACHINE_PAGES: Shot[] = [
  { name: "machines", email: SUPERUSER, path: "/machines", view: "desk" },
  {
    ...{ name: "machines-grouped-dark-es", email: ADMIN, view: "desk", ...DARK_ES },
    path: "/machines?group=facility&filters=on",
  },
  { ...PHONE, name: "machines-390", email: ADMIN, path: "/machines" },
  {
    ...{ name: "machines-comments", email: ADMIN, path: "/machines", view: "desk" },
    act: press(/^Comments on FFG 1:/),
  },
  {
    ...{ name: "machines-add", email: SUPERUSER, path: "/machines", view: "desk" },
    act: press("Add machine"),
  },
  { name: "machine", email: ADMIN, path: `${RUNNING}/overview`, view: "desk", whole: true },
  {
    ...{ name: "machine-dark-es", email: ADMIN, view: "desk", whole: true, ...DARK_ES },
    path: `${RUNNING}/overview`,
  },
  { ...PHONE, name: "machine-390", email: ADMIN, path: `${RUNNING}/overview` },
  { name: "machine-locked", email: ADMIN, path: `${LOCKED}/overview`, view: "desk", whole: true },
  { name: "machine-events", email: ADMIN, path: `${RUNNING}/events`, view: "desk", whole: true },
  {
    ...{ name: "machine-event", email: ADMIN, path: `${RUNNING}/events`, view: "desk" },
    act: (page) => page.locator("tbody th a").first().click(),
  },
  {
    ...{ ...PHONE, ...DARK_ES, name: "machine-events-390-dark-es", email: ADMIN },
    path: `${RUNNING}/events`,
  },
  { name: "machine-events-locked", email: ADMIN, path: `${LOCKED}/events`, view: "desk" },
  {
    ...{ name: "machine-state", email: ADMIN, view: "desk", whole: true },
    path: `${RUNNING}/machine_health`,
  },
  {
    ...{ ...PHONE, ...DARK_ES, name: "machine-state-390-dark-es", email: ADMIN },
    path: `${RUNNING}/machine_health`,
  },
  { name: "machine-comments", email: SUPERUSER, path: `${RUNNING}/comments`, view: "desk" },
  {
    ...{ name: "machine-configuration", email: SUPERUSER, view: "desk", whole: true },
    path: `${RUNNING}/configuration`,
  },
  { name: "machine-unconfigured", email: SUPERUSER, path: UNCONFIGURED, view: "desk" },
  {
    ...{ name: "machine-unconfigured-390-es", email: SUPERUSER, view: "phone", language: "es" },
    path: UNCONFIGURED,
  },
  {
    ...{ name: "machine-label", email: ADMIN, view: "desk" },
    path: RUNNING,
    act: press("QR code"),
  },
  {
    ...{ name: "machine-failed", email: ADMIN, path: `${RUNNING}/overview`, view: "desk" },
    prepare: (page) => page.route(/\/events\.data/, (route) => route.fulfill({ status: 500 })),
    act: async (page) => {
      await page.getByRole("link", { name: "Events", exact: true }).click();
      await page.getByRole("button", { name: "Try again" }).waitFor();
    },
  },
];

/** Of machines without a simulator: the first one's samples are old. */
export const OLD_MACHINE: Shot[] = [
  { name: "machine-old", email: ADMIN, path: `${RUNNING}/overview`, view: "desk", whole: true },
  // The last one: the machine stays out of service.
  {
    ...{ name: "machine-retired", email: SUPERUSER, view: "desk" },
    path: "/machines/3/configuration",
    act: async (page) => {
      await press("Retire the machine")(page);
      const dialog = page.getByRole("alertdialog");
      await dialog.getByRole("textbox").fill("Die Cutter 3");
      await dialog.getByRole("button", { name: "Retire the machine" }).click();
      await page.getByText("Out of service since").first().waitFor();
      await page.evaluate(() => window.scrollTo(0, 0));
    },
  },
];
/** Of the machines that were added and never sent anything. */
export const NEVER_SENT: Shot[] = [
  {
    ...{ name: "machine-never-sent", email: SUPERUSER, view: "desk", whole: true },
    path: "/machines/13/overview",
  },
];
