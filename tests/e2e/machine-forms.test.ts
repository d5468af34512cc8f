/** Forms of a machine: choosers of tags whose long names differ at their end, and the focus after what takes its button away. */
import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { call, createSampler, postBatch, signIn } from "#tests/api.ts";
import { journeyBrowser, newVisitor, openAs, untilDrawn } from "#tests/browser.ts";
import { withMachine } from "#tests/own-machine.ts";
import { sharedHelios } from "#tests/shared-helios.ts";
import { texts as alarms } from "#app/features/alarms/texts.en.ts";
import { texts as comments } from "#app/features/comments/texts.en.ts";
import { texts as configuration } from "#app/features/configuration/texts.en.ts";
import { texts as enrollment } from "#app/features/enrollment/texts.en.ts";
import { texts as events } from "#app/features/events/texts.en.ts";
import { texts as machines } from "#app/features/machines/texts.en.ts";
import { texts as maintenance } from "#app/features/maintenance/texts.en.ts";
import { texts as measures } from "#app/features/measures/texts.en.ts";
import { texts as many } from "#app/features/samplers/many/texts.en.ts";
import { texts as organizations } from "#app/features/organizations/texts.en.ts";
import { texts as samplers } from "#app/features/samplers/texts.en.ts";
import * as en from "#app/all-texts/en.ts";

const SUPERUSER = "superuser@helios.example";
const { origin } = sharedHelios();

const browser = await journeyBrowser();
let token: string;
beforeAll(async () => {
  token = await signIn(origin, SUPERUSER);
});

test("a chooser on a phone tells long names whole, and what is chosen does not widen the page", () =>
  withMachine({ origin, token }, "LONG-TAGS", async ({ id }) => {
    const { key } = await createSampler(origin, token, id);
    const names = Array.from(
      { length: 60 },
      (_, n) => `counter_ejector_servo_drive_position_actual_value_filtered_${100 + n}`,
    );
    const tags = Object.fromEntries(names.map((name, n) => [name, [n]]));
    await postBatch(origin, key, [{ times: [Date.now()], tags }]);
    const { context, page, errors } = await newVisitor(browser, {
      viewport: { width: 390, height: 844 },
    });
    const wider = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth);
    for (const tab of ["anomalies", "analytics"]) {
      await openAs(page, origin, SUPERUSER, `/machines/${id}/${tab}`);
      const chooser = page.getByRole("combobox", { name: en.common.anomalies.metrics });
      await chooser.fill("filtered 14");
      const options = page.getByRole("listbox").getByRole("option");
      const chosen = options.filter({ hasText: "147" });
      await chosen.waitFor();
      const cut = await options.evaluateAll((all) =>
        all.flatMap((option) =>
          [...option.querySelectorAll("*")]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent),
        ),
      );
      expect(cut).toEqual([]);
      await chosen.click();
      await page.getByRole("button", { name: /^Remove .*147$/ }).waitFor();
      expect([tab, await wider()]).toEqual([tab, 0]);
    }
    // An alarm's tags have the name they are sent with beside their name: below it, where both have no room.
    await openAs(page, origin, SUPERUSER, `/machines/${id}/alarms`);
    await page.getByRole("button", { name: alarms.alarms.add, exact: true }).click();
    await page.getByRole("combobox", { name: alarms.alarms.tag }).fill("filtered 147");
    const [name, sent] = await page
      .getByRole("option", { name: /147/ })
      .evaluate((option) =>
        [...option.querySelectorAll("span:not(:has(*))")].map((it) => it.getBoundingClientRect()),
      );
    expect(name!.width).toBeGreaterThan(240);
    expect(sent!.top).toBeGreaterThanOrEqual(name!.bottom);
    expect(sent!.left).toBe(name!.left);
    // The field has no room for all of it.
    await page.getByRole("option", { name: /147/ }).click();
    const whole = page.getByText("Counter ejector servo drive position actual value filtered 147");
    await whole.waitFor();
    expect(await wider()).toBe(0);
    expect(errors).toEqual([]);
    await context.close();
  }));

test("the focus goes to what undoes it when a machine is retired, and when it is brought back", () =>
  withMachine({ origin, token }, "FOCUS-1", async ({ id, name }) => {
    const { context, page, errors } = await newVisitor(browser);
    await openAs(page, origin, SUPERUSER, `/machines/${id}/configuration`);
    const { retire, restore } = en.common.configuration;
    const main = page.getByRole("main");
    await main.getByRole("button", { name: retire }).press("Enter");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("textbox").fill(name);
    await dialog.getByRole("textbox").press("Enter");
    const isFocused = (label: string) =>
      main
        .getByRole("button", { name: label })
        .evaluate((button) => button === document.activeElement);
    await main.getByRole("button", { name: restore }).waitFor();
    await expect.poll(() => isFocused(restore)).toBe(true);
    await page.keyboard.press("Enter");
    await main.getByRole("button", { name: retire }).waitFor();
    await expect.poll(() => isFocused(retire)).toBe(true);
    expect(errors).toEqual([]);
    await context.close();
  }));

test("a facility that is closed and opened says so, keeps the focus and lists its machines", async () => {
  const body = {
    ...{ name: "Closing Mill", city: "Dayton", state: "OH", country: "usa" },
    ...{ timezone: "America/New_York", contact_name: "Closing Mill" },
    ...{ contact_email: "mill@acme.example", contact_phone: "+1 937 555 0100" },
  };
  const {
    data: { id },
  } = await call<{ data: { id: number } }>(origin, "/v1/customers/1/facilities", { token, body });
  const machine = {
    ...{ serial_number: "CLOSING-1", name: "Closing Press", make: "Sun", model: "625" },
    facility_id: id,
  };
  await call(origin, "/v1/devices", { token, body: machine });
  const { context, page, errors } = await newVisitor(browser);
  const words = organizations.organizations;
  await openAs(page, origin, SUPERUSER, `/customers/1/facilities/${id}`);
  const main = page.getByRole("main");
  const isFocused = (label: string) =>
    main
      .getByRole("button", { name: label })
      .evaluate((button) => button === document.activeElement);
  await main.getByRole("button", { name: words.close }).press("Enter");
  const asked = page.getByRole("alertdialog");
  await asked.getByRole("textbox").fill(body.name);
  await asked.getByRole("button", { name: words.close }).press("Enter");
  await page.getByRole("status").getByText(words.closed, { exact: true }).waitFor();
  await main.getByRole("button", { name: words.open }).waitFor();
  await expect.poll(() => isFocused(words.open)).toBe(true);
  await main.getByRole("rowheader", { name: machine.name }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText(words.opened, { exact: true }).waitFor();
  await expect.poll(() => isFocused(words.close)).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

test("the focus goes into a row that comes, and to what stands beside one that goes", () =>
  withMachine({ origin, token }, "FOCUS-2", async ({ id }) => {
    const { context, page, errors } = await newVisitor(browser);
    const words = measures.measures;
    await openAs(page, origin, SUPERUSER, `/machines/${id}/machine_health`);
    await page.getByRole("button", { name: words.add }).first().press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(words.type).selectOption("encoded");
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement;
        return (
          element?.getAttribute("name") ??
          element?.getAttribute("aria-label") ??
          element?.textContent
        );
      });
    const add = dialog.getByRole("button", { name: words.addRow });
    const remove = (n: number) =>
      dialog
        .getByRole("button", { name: words.removeRow.replace("{{n}}", String(n)) })
        .press("Enter");
    // By mouse from an empty row: the field is checked as it is left, and the button stays under the pointer meanwhile.
    await add.press("Enter");
    await expect.poll(focused).toBe("encoding[1].from");
    const bin = dialog.getByRole("button", { name: words.removeRow.replace("{{n}}", "2") });
    await bin.hover();
    const before = await bin.boundingBox();
    await page.mouse.down();
    await expect.poll(focused).toBe(words.removeRow.replace("{{n}}", "2"));
    await untilDrawn(page);
    expect(await bin.boundingBox()).toEqual(before);
    await page.mouse.up();
    await bin.waitFor({ state: "detached" });

    await add.press("Enter");
    await expect.poll(focused).toBe("encoding[1].from");
    await add.press("Enter");
    await expect.poll(focused).toBe("encoding[2].from");
    await remove(2);
    await expect.poll(focused).toBe(words.removeRow.replace("{{n}}", "2"));
    await remove(2);
    // The last row stays, so its button is off.
    await expect.poll(focused).toBe(words.addRow);
    expect(errors).toEqual([]);
    await context.close();
  }));

test("the focus goes to the comment beside one that was hidden, and to the box after the last", () =>
  withMachine({ origin, token }, "FOCUS-3", async ({ id }) => {
    const { context, page, errors } = await newVisitor(browser);
    const words = comments.comments;
    for (const text of ["First", "Second", "Third"])
      await call(origin, `/v1/comments/${id}`, {
        token,
        body: { comment: { text, is_public: true, device_id: id } },
      });
    await openAs(page, origin, SUPERUSER, `/machines/${id}/comments`);
    const row = (text: string) => page.locator("[data-comment]").filter({ hasText: text });
    const hide = (text: string) => row(text).getByRole("button").first();
    const hideBy = async (text: string) => {
      await hide(text).press("Enter");
      await page.getByRole("alertdialog").getByRole("button", { name: words.hide }).press("Enter");
      await row(text).waitFor({ state: "detached" });
    };
    const hasFocus = (target: Locator) =>
      expect
        .poll(() => target.evaluate((element) => element === document.activeElement))
        .toBe(true);
    await hideBy("Second");
    await hasFocus(hide("First"));
    await hideBy("First");
    await hasFocus(hide("Third"));
    await hideBy("Third");
    await hasFocus(page.getByRole("textbox", { name: words.text }));
    expect(errors).toEqual([]);
    await context.close();
  }));

test("the button that posts a comment stays where it is as the first letter is typed", () =>
  withMachine({ origin, token }, "STILL", async ({ id }) => {
    const { context, page, errors } = await newVisitor(browser);
    const { post, text, writeFirst } = comments.comments;
    await openAs(page, origin, SUPERUSER, `/machines/${id}/comments`);
    await page.getByText(writeFirst).waitFor();
    const button = page.getByRole("button", { name: post, exact: true });
    const before = await button.boundingBox();
    await page.getByRole("textbox", { name: text }).fill("B");
    await page.getByText(writeFirst).waitFor({ state: "detached" });
    expect(await button.boundingBox()).toEqual(before);
    expect(errors).toEqual([]);
    await context.close();
  }));

test("a comment over the list of machines asks before it is closed when something was typed, and not otherwise", () =>
  withMachine({ origin, token }, "OVER-LIST", async ({ id, name }) => {
    const { context, page, errors } = await newVisitor(browser);
    const { of, text, visible } = comments.comments;
    await openAs(page, origin, SUPERUSER, "/machines");
    const dialog = page.getByRole("dialog", { name: of.replace("{{name}}", name) });
    const open = async () => {
      await page.locator(`tr:has(a[href^="/machines/${id}/"])`).getByRole("button").click();
      // It comes with the comments, after the form.
      await dialog.getByRole("switch", { name: visible }).waitFor();
    };
    const question = dialog.getByText(en.common.kit.discardAsk);
    const closed = () => dialog.waitFor({ state: "detached" });
    await open();
    await page.keyboard.press("Escape");
    await closed();
    await open();
    await dialog.getByRole("textbox", { name: text }).fill("B");
    await page.keyboard.press("Escape");
    await question.waitFor();
    await dialog.getByRole("button", { name: en.common.kit.discard }).click();
    await closed();
    expect(errors).toEqual([]);
    await context.close();
  }));

test("Escape leaves the focus in a dialog that has to be answered", async () => {
  const { context, page, errors } = await newVisitor(browser);
  const words = enrollment.enrollment;
  await openAs(page, origin, SUPERUSER, "/enrollment_keys");
  await page.getByRole("button", { name: words.newKey }).press("Enter");
  await page.getByRole("textbox", { name: words.keyName }).fill("Escape");
  await page.getByRole("button", { name: words.keyButton }).press("Enter");
  const key = page.getByRole("textbox", { name: words.key, exact: true });
  const hasFocus = () =>
    expect.poll(() => key.evaluate((element) => element === document.activeElement)).toBe(true);
  await hasFocus();
  await page.keyboard.press("Escape");
  await hasFocus();
  expect(errors).toEqual([]);
  await context.close();
});

const OVER_CURRENT = {
  name: "Over current",
  function: "value_threshold_for_time_period_in_state",
  arguments: { tag_name: "compensator_current", period: 1_000, comp: ">", threshold: 12 },
};

test("what was typed in a form stays when its Delete is cancelled, and both close when it is done", () =>
  withMachine({ origin, token }, "DELETE-CANCEL", async ({ id }) => {
    await call(origin, "/v1/alarms", { token, body: { device_id: id, ...OVER_CURRENT } });
    const { context, page, errors } = await newVisitor(browser);
    const tryIn = async (words: { name: string; delete: string; deleted: RegExp }) => {
      const form = page.getByRole("dialog");
      const question = page.getByRole("alertdialog");
      const name = form.getByLabel(words.name, { exact: true });
      await name.fill("Typed by hand");
      await form.getByRole("button", { name: words.delete }).press("Enter");
      await question.getByRole("button", { name: "Cancel" }).press("Enter");
      await question.waitFor({ state: "detached" });
      expect(await name.inputValue()).toBe("Typed by hand");
      const opener = form.getByRole("button", { name: words.delete });
      await expect
        .poll(() => opener.evaluate((it) => it === document.activeElement), {
          message: words.delete,
        })
        .toBe(true);
      // Escape answers the question, not the form below it.
      await opener.press("Enter");
      await question.getByRole("button", { name: "Cancel" }).waitFor();
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "detached" });
      expect(await name.inputValue()).toBe("Typed by hand");
      await opener.click();
      await question.getByRole("button", { name: words.delete }).click();
      await page.getByText(words.deleted).waitFor();
      await question.waitFor({ state: "detached" });
      await form.waitFor({ state: "detached" });
    };
    await openAs(page, origin, SUPERUSER, `/machines/${id}/alarms`);
    await page.getByRole("button", { name: OVER_CURRENT.name, exact: true }).click();
    const { name, deleted } = alarms.alarms;
    await tryIn({ name, delete: alarms.alarms.delete, deleted: new RegExp(deleted) });
    await page.goto(`${origin}/machines/${id}/machine_health/measure/machine_speed`);
    const words = measures.measures;
    await tryIn({ name: words.name, delete: words.delete, deleted: /is deleted/ });
    expect(errors).toEqual([]);
    await context.close();
  }));

const FAILED = { status: 500, contentType: "text/html", body: "broken" };

test.each([
  { on: "a phone", viewport: { width: 390, height: 844 }, hasTouch: true },
  { on: "a desk", viewport: { width: 1280, height: 800 }, hasTouch: false },
])("a toast covers no title and no button of an open dialog or drawer on $on", ({ on, ...how }) =>
  withMachine({ origin, token }, `TOAST-PLACE-${on.at(-1)}`, async ({ id }) => {
    const { context, page } = await newVisitor(browser, how);
    await call(origin, "/v1/alarms", { token, body: { device_id: id, ...OVER_CURRENT } });
    const dialog = page.getByRole("dialog");
    const toast = page.locator("body > div > [role=alert]");
    /** The title, and the buttons in sight, over which the toast lies. */
    const covered = async () => {
      const { x, y, width, height } = (await toast.boundingBox())!;
      return dialog.evaluate(
        (modal, [left, top, right, bottom]) =>
          [...modal.querySelectorAll("button, h2")].flatMap((each) => {
            const at = each.getBoundingClientRect();
            const isBeside = at.right <= left || at.left >= right;
            return isBeside || at.bottom <= top || at.top >= bottom ? [] : [each.outerHTML];
          }),
        [x, y, x + width, y + height] as const,
      );
    };
    await page.route("**/*", (route) =>
      route.request().method() === "POST" ? route.fulfill(FAILED) : route.fallback(),
    );
    await openAs(page, origin, SUPERUSER, `/machines/${id}/alarms`);
    await page.getByRole("button", { name: OVER_CURRENT.name, exact: true }).click();
    await dialog.getByRole("button", { name: alarms.alarms.save, exact: true }).click();
    await toast.waitFor();
    expect(await covered()).toEqual([]);
    await page.goto(`${origin}/machines/${id}/machine_health/measure/machine_speed`);
    await dialog.getByRole("button", { name: measures.measures.save }).click();
    await toast.waitFor();
    expect(await covered()).toEqual([]);
    // With nothing open it stands below.
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    const box = await toast.boundingBox();
    expect(box!.y + box!.height).toBeGreaterThan(700);
    await context.close();
  }),
);

test("a machine that goes out of service offers no act upon its alarms, in a page that is open too", () =>
  withMachine({ origin, token }, "RETIRED-ALARMS", async ({ id }) => {
    await call(origin, "/v1/alarms", { token, body: { device_id: id, ...OVER_CURRENT } });
    const { key } = await createSampler(origin, token, id);
    const times = Array.from({ length: 8 }, (_, n) => Date.now() + n * 500);
    await postBatch(origin, key, [{ times, tags: { compensator_current: times.map(() => 20) } }]);
    const { context, page, errors } = await newVisitor(browser);
    const words = alarms.alarms;
    await openAs(page, origin, SUPERUSER, `/machines/${id}/alarms`);
    const acts = [words.acknowledge, words.shelve, words.add, OVER_CURRENT.name].map((name) =>
      page.getByRole("main").getByRole("button", { name }).first(),
    );
    for (const act of acts) await act.waitFor();
    // What is begun stays, and says why it cannot be done.
    await acts[0]!.click();
    const retire = (method: "PUT" | "DELETE") =>
      call(origin, `/v1/devices/${id}/retire`, { method, token });
    await retire("PUT");
    await page.getByText(machines.machinePage.outOfService).waitFor();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("Seen by hand");
    await dialog.getByRole("button", { name: words.acknowledge }).click();
    await dialog.getByText(en.common.problems.out_of_service).waitFor();
    expect(await dialog.getByRole("textbox").inputValue()).toBe("Seen by hand");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    for (const act of acts) await act.waitFor({ state: "detached" });
    await page.getByText(OVER_CURRENT.name, { exact: true }).waitFor();
    // A link that begins an alarm begins none.
    await page.goto(`${origin}/machines/${id}/alarms?new_alarm=machine_speed`);
    await page.getByText(machines.machinePage.outOfService).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(errors.filter((error) => !error.includes("409"))).toEqual([]);
    await context.close();
    await retire("DELETE");
  }));

test("a machine out of service says so on every tab and offers no change", () =>
  withMachine({ origin, token }, "RETIRED-TABS", async ({ id }) => {
    await createSampler(origin, token, id);
    const body = { comment: { text: "Sold to another plant." } };
    await call(origin, `/v1/comments/${id}`, { token, body });
    const acts: Record<string, string[]> = {
      overview: [events.events.report],
      maintenance: [maintenance.maintenance.add],
      events: [events.events.report],
      machine_health: [measures.measures.reset, measures.measures.add],
      comments: [comments.comments.post],
      samplers: [samplers.samplers.add, samplers.mappings.add, samplers.samplers.save],
      configuration: [configuration.configuration.save, configuration.configuration.refresh],
    };
    const { context, page, errors } = await newVisitor(browser);
    await openAs(page, origin, SUPERUSER, `/machines/${id}/overview`);
    const offered = async () => {
      const found: Record<string, string[]> = {};
      for (const [tab, names] of Object.entries(acts)) {
        await page.goto(`${origin}/machines/${id}/${tab}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        found[tab] = [];
        for (const name of names) {
          const button = page.getByRole("main").getByRole("button", { name, includeHidden: true });
          if ((await button.filter({ visible: true }).count()) > 0) found[tab].push(name);
        }
        found[tab].sort();
      }
      return found;
    };
    const shut = (each: Record<string, string[]>) =>
      Object.fromEntries(Object.keys(each).map((tab) => [tab, []]));
    const notice = page.getByText(machines.machinePage.outOfService);
    // The sampler's settings are folded.
    const seen = { ...acts, samplers: [samplers.samplers.add, samplers.mappings.add] };
    expect(await offered()).toEqual(
      Object.fromEntries(Object.entries(seen).map(([tab, names]) => [tab, [...names].sort()])),
    );
    expect(await notice.count()).toBe(0);
    await call(origin, `/v1/devices/${id}/retire`, { method: "PUT", token });
    // The open page learns it.
    await notice.waitFor();
    expect(await offered()).toEqual(shut(acts));
    expect(await notice.count()).toBe(1);
    // It stands in the page as it comes, so that nothing is moved by it.
    const drawn = await page.request.get(`${origin}/machines/${id}/overview`);
    expect(await drawn.text()).toContain(machines.machinePage.outOfService);
    // A view that only serves mapping and sending is not there; what was mapped is.
    for (const view of ["unmapped", "site"]) {
      await page.goto(`${origin}/machines/${id}/samplers?view=${view}`);
      const shown = page.getByRole("radio", { name: samplers.samplers.views.mappings });
      expect([view, await shown.isChecked()]).toEqual([view, true]);
    }
    await page.goto(`${origin}/machines/${id}/comments`);
    await page.getByText(body.comment.text).waitFor();
    await page.goto(`${origin}/machines/${id}/configuration`);
    await page
      .getByRole("button", { name: configuration.configuration.restore })
      .filter({ visible: true })
      .click();
    await notice.waitFor({ state: "detached" });
    await page.getByRole("button", { name: configuration.configuration.save }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  }));

test("a drawer or dialog that the address opened gives the focus to its row, or to the page's heading", () =>
  withMachine({ origin, token }, "OPENED-BY-ADDRESS", async ({ id }) => {
    const [start_at, end_at] = [Date.now() - 7_200_000, Date.now() - 3_600_000];
    const event = (name: string) => ({ device_id: id, name, start_at, end_at });
    const report = (name: string) =>
      call<{ data: { id: number } }>(origin, "/v1/events", {
        ...{ token, body: { event: event(name) } },
      });
    const { data } = await report("Belt torn");
    await report("Paper jam");
    const { context, page, errors } = await newVisitor(browser);
    const focus = page.locator(":focus");
    await openAs(page, origin, SUPERUSER, `/machines/${id}/events?span=week&event_id=${data.id}`);
    const drawer = page.getByRole("dialog").getByRole("heading", { name: "Belt torn" });
    await drawer.waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Belt torn" }).and(focus).waitFor();
    await page.goto(`${origin}/machines/${id}/machine_health/measure/machine_speed`);
    const form = page.getByRole("dialog").getByRole("heading");
    await form.waitFor();
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1 }).and(focus).waitFor();
    const body = {
      serial_number: `BEGINS-${Date.now()}`,
      name: "Begins",
      make: "Sun",
      model: "625",
    };
    const begun = await call<{ data: { id: number } }>(origin, "/v1/devices", { token, body });
    await page.goto(`${origin}/machines/${begun.data.id}/configuration`);
    const dialog = page.getByRole("dialog").getByRole("heading");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { level: 1 }).and(focus).waitFor();
    await call(origin, `/v1/devices/${begun.data.id}/retire`, { method: "PUT", token });
    expect(errors).toEqual([]);
    await context.close();
  }));

test("who scanned a machine's code reports from its overview: one tap opens the form, one sends it", () =>
  withMachine({ origin, token }, "SCANNED", async ({ id }) => {
    const { context, page, errors } = await newVisitor(browser, {
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true },
    });
    await openAs(page, origin, "admin@acme.example", `/machines/${id}/overview`);
    // In the header: nobody has to look for it further down.
    const report = page
      .getByRole("main")
      .getByRole("button", { name: events.events.report })
      .first();
    expect((await report.boundingBox())!.y).toBeLessThan(422);
    await report.tap();
    const drawer = page.getByRole("dialog", { name: events.events.report });
    const field = (name: string) => drawer.getByLabel(name, { exact: true });
    await field(events.events.name).fill("Belt came off");
    expect(await field(events.events.machine).inputValue()).toBe(String(id));
    await field(events.events.start).fill("3/11/2025 8:00");
    await field(events.events.end).fill("3/11/2025 9:00");
    await drawer.getByRole("button", { name: events.events.submit, exact: true }).tap();
    await page.getByRole("heading", { name: "Belt came off" }).waitFor();
    expect(await call(origin, `/v1/events?device_id=${id}`, { token })).toMatchObject({
      data: [{ name: "Belt came off", device_id: id }],
    });
    expect(errors).toEqual([]);
    await context.close();
  }));

test("a file of mappings that is refused is chosen again where it says why", () =>
  withMachine({ origin, token }, "CHOSEN-AGAIN", async ({ id }) => {
    await createSampler(origin, token, id);
    const { context, page, errors } = await newVisitor(browser);
    const words = many.many;
    const file = (head: string) => ({
      ...{ name: "mappings.csv", mimeType: "text/csv" },
      buffer: Buffer.from(`${head}\nplc_speed,machine_speed\n`),
    });
    await openAs(page, origin, SUPERUSER, `/machines/${id}/samplers`);
    const choose = async (button: Locator, head: string) => {
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), button.click()]);
      await chooser.setFiles(file(head));
    };
    await choose(page.getByRole("main").getByRole("button", { name: words.csvIn }), "tag,name");
    const drawer = page.getByRole("dialog");
    await drawer.getByText(words.fileRefused).waitFor();
    const again = drawer.getByRole("button", { name: words.chooseAgain });
    await choose(again, "machine_key,human_key");
    await drawer.getByRole("button", { name: words.apply_one.replace("{{count}}", "1") }).waitFor();
    expect(await again.count()).toBe(0);
    expect(errors).toEqual([]);
    await context.close();
  }));
