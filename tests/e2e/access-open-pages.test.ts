/** What an open page shows is what its reader may see now: tiers, machines, plants, and in its frame the logo and the role. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { call, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { MAX_ACCOUNT_FAILURES } from "#app/domain/access/lockout.ts";
import * as en from "#app/all-texts/en.ts";

const ADMIN = "admin@acme.example";
const SUPERUSER = "superuser@helios.example";
const { crumbs, errors: failures, nav, taken, upsell, upsellPanel } = en.common;

const browser = await journeyBrowser();
let token: string;
const { origin } = sharedHelios();
beforeAll(async () => {
  token = await signIn(origin, SUPERUSER);
});

type Device = {
  id: number;
  name: string;
  service_tier: { id: number } | null;
  facility: { id: number };
};
const machineOf = async (id: number) =>
  (await call<{ data: Device }>(origin, `/v1/devices/${id}`, { token })).data;
const change = (id: number, body: object) =>
  call(origin, `/v1/devices/${id}`, { method: "PUT", token, body });

/** What a page does not listen to yet is gone from it without a word. */
const untilItListens = (page: Page, machine: number) =>
  new Promise<void>((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        const frame = String(payload);
        if (frame.includes(`"machine_telemetry:single:${machine}:`) && frame.includes('"ok"'))
          resolve();
      }),
    );
  });

test("a tier that is lowered locks the tabs of an open page, and one that is raised opens them", async () => {
  const { service_tier: tier } = await machineOf(1);
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/1/maintenance");
  const lock = page
    .getByRole("link", { name: new RegExp(`^${crumbs.maintenance}`) })
    .getByText(upsell.notSupported);
  const locked = page.getByRole("region", { name: upsellPanel.maintenances });
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect([await lock.count(), await locked.count()]).toEqual([0, 0]);
  try {
    await change(1, { service_tier: null });
    await lock.waitFor({ state: "attached" });
    await locked.waitFor();
  } finally {
    await change(1, { service_tier: tier });
  }
  await locked.waitFor({ state: "detached" });
  await lock.waitFor({ state: "detached" });
  expect(errors).toEqual([]);
  await context.close();
});

test.each([
  ["the dashboard", "/dashboard"],
  ["the list of machines", "/machines"],
  ["the page of the machine", "/machines/3/overview"],
])("a machine that is taken away leaves %s", async (_, path) => {
  const { name, facility } = await machineOf(3);
  const elsewhere = await machineOf(9);
  const { context, page } = await newVisitor(browser);
  const listens = untilItListens(page, 3);
  await openAs(page, origin, ADMIN, path);
  const shown = page.getByText(name, { exact: true }).filter({ visible: true });
  await shown.first().waitFor();
  await listens;
  try {
    await change(3, { facility_id: elsewhere.facility.id });
    if (path.endsWith("overview"))
      await page.getByRole("heading", { name: failures.notFoundTitle }).waitFor();
    else {
      await page.getByText(taken).waitFor();
      await expect.poll(() => shown.count()).toBe(0);
    }
  } finally {
    await change(3, { facility_id: facility.id });
  }
  await context.close();
});

test("a plant's page without live values loses a machine that is moved, and shows it again", async () => {
  const { name, facility } = await machineOf(3);
  const elsewhere = await machineOf(9);
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, `/customers/1/facilities/${facility.id}`);
  const shown = page.getByText(name, { exact: true }).filter({ visible: true });
  await shown.first().waitFor();
  try {
    await change(3, { facility_id: elsewhere.facility.id });
    await expect.poll(() => shown.count()).toBe(0);
  } finally {
    await change(3, { facility_id: facility.id });
  }
  await shown.first().waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test.each([
  ["the page of a machine", "/machines/1/overview"],
  ["the dashboard", "/dashboard"],
])("a plant's new time zone is that of %s at once", async (_, path) => {
  const { facility } = await machineOf(1);
  const at = `/v1/facilities/${facility.id}`;
  const { timezone } = (await call<{ data: { timezone: string } }>(origin, at, { token })).data;
  const setZone = (zone: string) =>
    call(origin, at, { method: "PATCH", token, body: { timezone: zone } });
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, path);
  const alaska = page.getByText(/\bAK[SD]T\b/).filter({ visible: true });
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await alaska.count()).toBe(0);
  try {
    await setZone("America/Anchorage");
    await alaska.first().waitFor();
  } finally {
    await setZone(timezone);
  }
  await expect.poll(() => alaska.count()).toBe(0);
  await context.close();
});

const ACME = "/v1/customers/1";
const logoOf = async () =>
  (await call<{ data: { logo: string | null } }>(origin, ACME, { token })).data.logo;
const setLogo = (logo: string | null) =>
  call(origin, ACME, { method: "PATCH", token, body: { logo } });
const logoOn = (page: Page, logo: string) => page.locator(`header img[src="/logos/${logo}"]`);

test("a customer's new logo stands on the open pages of its people", async () => {
  const before = await logoOf();
  const next = before === "roll.svg" ? "flute.svg" : "roll.svg";
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await logoOn(page, next).count()).toBe(0);
  try {
    await setLogo(next);
    await logoOn(page, next).waitFor();
  } finally {
    await setLogo(before);
  }
  await logoOn(page, next).waitFor({ state: "detached" });
  expect(errors).toEqual([]);
  await context.close();
});

test("a frame that cannot be read again stays, and shows the new logo on the next page", async () => {
  const before = await logoOf();
  const next = before === "roll.svg" ? "flute.svg" : "roll.svg";
  const { name, facility } = await machineOf(3);
  const elsewhere = await machineOf(9);
  const { context, page } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, `/customers/1/facilities/${facility.id}`);
  const shown = page.getByText(name, { exact: true }).filter({ visible: true });
  await shown.first().waitFor();
  const isFrame = ({ searchParams }: URL) => searchParams.get("_routes") === "routes/_app";
  await page.route(isFrame, (route) => route.fulfill({ status: 500, body: "" }));
  try {
    await setLogo(next);
    await change(3, { facility_id: elsewhere.facility.id });
    // The page and its frame were asked for together.
    await expect.poll(() => shown.count()).toBe(0);
    const machines = page.getByRole("navigation", { name: nav.label }).getByText(nav.machines);
    expect([await machines.count(), await logoOn(page, next).count()]).toEqual([1, 0]);
    await page.unroute(isFrame);
    await machines.click();
    await logoOn(page, next).waitFor();
  } finally {
    await change(3, { facility_id: facility.id });
    await setLogo(before);
  }
  await context.close();
});

test("a customer's new name stands on an open page of the provider's people", async () => {
  const path = "/customers/1/facilities";
  const { data } = await call<{ data: { name: string } }>(origin, ACME, { token });
  const rename = (name: string) => call(origin, ACME, { method: "PATCH", token, body: { name } });
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, SUPERUSER, path);
  const shown = (name: string) =>
    page.getByRole("navigation", { name: crumbs.label }).getByText(name, { exact: true });
  await shown(data.name).waitFor();
  try {
    await rename("Acme Cartons");
    await shown("Acme Cartons").waitFor();
  } finally {
    await rename(data.name);
  }
  await shown(data.name).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("a new customer stands in the open list of the provider's people, and leaves it", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, SUPERUSER, "/admin/customers");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const shown = page.getByRole("link", { name: "Boxes of the coast", exact: true });
  const customer = {
    ...{ name: "Boxes of the coast", city: "Savannah", contact_name: "Ana Ruiz" },
    ...{ contact_email: "ana@coast.example", contact_phone: "+1 912 555 0150", country: "usa" },
  };
  const { data } = await call<{ data: { id: number } }>(origin, "/v1/customers", {
    ...{ method: "POST", token, body: customer },
  });
  try {
    await shown.waitFor();
  } finally {
    await call(origin, `/v1/customers/${data.id}`, { method: "DELETE", token });
  }
  await shown.waitFor({ state: "detached" });
  expect(errors).toEqual([]);
  await context.close();
});

test("a new machine of a plant stands in the open list of its people", async () => {
  const { facility } = await machineOf(3);
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const shown = page.getByRole("link", { name: /Slotter of the day/ });
  const machine = {
    ...{ serial_number: "OF-THE-DAY", name: "Slotter of the day", make: "Sun", model: "625" },
    facility_id: facility.id,
  };
  const { data } = await call<{ data: Device }>(origin, "/v1/devices", {
    ...{ method: "POST", token, body: machine },
  });
  try {
    await shown.first().waitFor();
  } finally {
    await call(origin, `/v1/devices/${data.id}/retire`, { method: "PUT", token });
  }
  await expect.poll(() => shown.count()).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

test("somebody new stands in an open list of people, is seen locked and deactivated, and leaves it", async () => {
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/customers/1/users");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const shown = page.getByRole("row").filter({ hasText: "Ines Ruiz" });
  const user = { first_name: "Ines", last_name: "Ruiz", email: "ines@acme.example", role: "user" };
  const { data } = await call<{ data: { id: number } }>(origin, "/v1/users", {
    ...{ method: "POST", token, body: { user: { ...user, customer_id: 1 } } },
  });
  const { states } = en.common.userAdmin;
  try {
    await shown.getByText(states.invited).waitFor();
    // Whoever tries passwords locks the account: those who look after it see so at once.
    for (let failures = 0; failures < MAX_ACCOUNT_FAILURES; failures++)
      await expect(signIn(origin, user.email, "not the password")).rejects.toThrow("401");
    await shown.getByText(states.locked).waitFor();
    await call(origin, `/v1/users/${data.id}/deactivate`, { method: "PUT", token });
    await shown.getByText(states.disabled).waitFor();
  } finally {
    await call(origin, `/v1/users/${data.id}`, { method: "DELETE", token });
  }
  await shown.waitFor({ state: "detached" });
  expect(errors).toEqual([]);
  await context.close();
});

type Person = { id: number; email: string; role: string; facility_ids: number[] };
async function personOf(email: string) {
  const { data } = await call<{ data: Person[] }>(origin, `${ACME}/users`, { token });
  const person = data.find((each) => each.email === email)!;
  const set = (user: Partial<Person>) =>
    call(origin, `/v1/users/${person.id}`, { method: "PUT", token, body: { user } });
  return { ...person, set };
}

test("a facility that is taken from somebody closes the page of its machine, with what was typed there", async () => {
  const { name, facility } = await machineOf(1);
  const { facility_ids: all, set } = await personOf("user@acme.example");
  expect(all).toContain(facility.id);
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, "user@acme.example", "/machines/1/comments");
  await page.locator('[data-connection="live"]').first().waitFor();
  await page.getByRole("textbox").first().fill("Half a comment");
  try {
    await set({ facility_ids: all.filter((id) => id !== facility.id) });
    await page.getByRole("heading", { name: failures.notFoundTitle }).waitFor();
    expect(await page.locator("body").innerText()).not.toContain(name);
    expect(await page.title()).not.toContain(name);
  } finally {
    await set({ facility_ids: all });
  }
  // What the browser says by itself of the page that is not there any more.
  expect(errors.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([]);
  await context.close();
});

test("a role that is lowered leaves an open page of a machine without what it may not do, and says so", async () => {
  const { role, set } = await personOf(ADMIN);
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, ADMIN, "/machines/1/overview");
  const configuration = await context.newPage();
  await configuration.goto(`${origin}/machines/1/configuration`);
  for (const each of [page, configuration])
    await each.locator('[data-connection="live"]').first().waitFor();
  const tab = page.getByRole("link", { name: crumbs.configuration, exact: true });
  expect(await tab.count()).toBe(1);
  try {
    await set({ role: "user" });
    const { roleChanged, roles, errors: words } = en.common;
    await page.getByText(roleChanged.replace("{{role}}", roles.user)).waitFor();
    await tab.waitFor({ state: "detached" });
    await configuration.getByRole("heading", { name: words.unauthorizedTitle }).waitFor();
    expect(await configuration.getByRole("textbox").count()).toBe(0);
  } finally {
    await set({ role });
  }
  await tab.waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("the menu of an open page follows the role of its reader", async () => {
  const { set } = await personOf("user@acme.example");
  const { context, page, errors } = await newVisitor(browser);
  await openAs(page, origin, "user@acme.example", "/machines");
  const menu = page.getByRole("navigation", { name: nav.label });
  const organization = menu.getByRole("link", { name: nav.organization });
  await menu.getByRole("link", { name: nav.machines }).waitFor();
  expect(await organization.count()).toBe(0);
  try {
    await set({ role: "admin" });
    await organization.waitFor();
  } finally {
    await set({ role: "user" });
  }
  await organization.waitFor({ state: "detached" });
  expect(errors).toEqual([]);
  await context.close();
});
