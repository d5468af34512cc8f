/** Two people who edit one thing at the same time: what each of them changed is there in the end, and shown. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { call, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs, untilAlive } from "#tests/browser.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { texts as configuration } from "#app/features/configuration/texts.en.ts";
import { texts as organizations } from "#app/features/organizations/texts.en.ts";

const ADMIN = "admin@acme.example";
const SUPERUSER = "superuser@helios.example";

const browser = await journeyBrowser();
let token: string;
const { origin } = sharedHelios();
beforeAll(async () => {
  token = await signIn(origin, SUPERUSER);
});

const read = async <T>(path: string): Promise<T> =>
  (await call<{ data: T }>(origin, path, { token })).data;
const write = (method: "PUT" | "PATCH", path: string, body: object) =>
  call(origin, path, { method, token, body });
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const valueOf = (page: Page, name: string) => field(page, name).inputValue();

/** Opens the form; `isTold`: whether the page hears of what others change. */
async function openForm(who: string, path: string, isTold = true) {
  const visitor = await newVisitor(browser);
  if (!isTold) await visitor.page.routeWebSocket(/\/socket\//, (socket) => socket.close());
  await openAs(visitor.page, origin, who, path);
  await untilAlive(visitor.page.locator("main form [name=name]").first());
  return visitor;
}

async function save(page: Page, label: string, saved: string) {
  await page.getByRole("button", { name: label, exact: true }).click();
  await page.getByText(saved, { exact: true }).first().waitFor();
}

type Machine = { name: string; model: string; micro_stop_seconds: number };
const MACHINE = "/v1/devices/4";

test("what a colleague changes of a machine comes into the open form, and stays when it is saved", async () => {
  const { name, model, micro_stop_seconds } = await read<Machine>(MACHINE);
  const { configuration: words } = configuration;
  const first = await openForm(ADMIN, "/machines/4/configuration");
  const second = await openForm(SUPERUSER, "/machines/4/configuration");
  try {
    // Nobody has touched the second form: it begins anew.
    await field(first.page, "name").fill("Printer of line 4");
    await save(first.page, words.save, words.saved);
    await expect.poll(() => valueOf(second.page, "name")).toBe("Printer of line 4");

    // What is typed in it stays, with the caret where it is; what is not touched follows.
    await field(second.page, "model").fill("925 XL");
    await field(second.page, "model").press("ArrowLeft");
    await field(first.page, "micro_stop_seconds").fill("45");
    await save(first.page, words.save, words.saved);
    await expect.poll(() => valueOf(second.page, "micro_stop_seconds")).toBe("45");
    await second.page.keyboard.type("+");
    expect(await valueOf(second.page, "model")).toBe("925 X+L");
    await save(second.page, words.save, words.saved);
    expect(await read<Machine>(MACHINE)).toMatchObject({
      ...{ name: "Printer of line 4", model: "925 X+L", micro_stop_seconds: 45 },
    });
    await expect.poll(() => valueOf(first.page, "model")).toBe("925 X+L");
    expect([first.errors, second.errors]).toEqual([[], []]);
  } finally {
    await write("PUT", MACHINE, { name, model, micro_stop_seconds });
    await first.context.close();
    await second.context.close();
  }
});

type Customer = { city: string; contact_name: string };
const CUSTOMER = "/v1/customers/2";

test("what a colleague changed of a customer stays when an old form of it is saved", async () => {
  const { city, contact_name } = await read<Customer>(CUSTOMER);
  const { organizations: words } = organizations;
  const path = "/customers/2/details";
  const first = await openForm(SUPERUSER, path);
  // Its page does not hear of anything: the form is as old as it can be.
  const second = await openForm(SUPERUSER, path, false);
  try {
    await field(first.page, "contact_name").fill("Kim Day");
    await save(first.page, words.save, words.saved);
    expect(await valueOf(second.page, "contact_name")).toBe(contact_name);
    await field(second.page, "city").fill("Gary");
    await save(second.page, words.save, words.saved);
    expect(await read<Customer>(CUSTOMER)).toMatchObject({ city: "Gary", contact_name: "Kim Day" });
    // The page says both, in the form as well.
    await expect.poll(() => valueOf(second.page, "contact_name")).toBe("Kim Day");
    await expect.poll(() => valueOf(first.page, "city")).toBe("Gary");
    expect([first.errors, second.errors]).toEqual([[], []]);
  } finally {
    await write("PATCH", CUSTOMER, { city, contact_name });
    await first.context.close();
    await second.context.close();
  }
});
