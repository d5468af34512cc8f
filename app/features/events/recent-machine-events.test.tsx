import { expect, it } from "vitest";
import type { TabLock } from "#app/domain/machine-tabs.ts";
import { asPage, draw, readText } from "#tests/draw.tsx";
import type { EventRow } from "./event-row.ts";
import RecentMachineEvents from "./recent-machine-events.tsx";

const REASON = "Not supported by this machine&#x27;s service tier";

it("locks the report of an event where the machine's tier has none, and says why", async () => {
  const show = async (lock: TabLock | null) => {
    const machine = { name: "FFG 1", serviceTier: null };
    const told = { basePath: "/machines/1", timezone: "UTC", events: [], failed: false };
    const part = <RecentMachineEvents {...told} machine={machine} lock={lock} />;
    const html = await draw(await asPage(part, "/", { machine: { retiredAt: null } }));
    const [, button = ""] = /(<button(?:(?!<button)[^])*?Report event<\/button>)/.exec(html) ?? [];
    return { button, text: readText(html) };
  };
  const open = await show(null);
  expect(open.button).not.toContain("aria-disabled");
  expect(open.text).not.toContain(REASON);
  const locked = await show({ check: "accessEvents", needed: "Tier 2" });
  expect(locked.button).toContain('aria-disabled="true"');
  expect(locked.text).toContain(REASON);
});

it("an event without downtime says that there was none", async () => {
  const event: EventRow = {
    ...{ id: 1, name: "Glue gap drifts", author: null },
    ...{ startAt: Date.UTC(2026, 10, 25), endAt: Date.UTC(2026, 10, 25, 1), downtimeMs: null },
  };
  const told = { basePath: "/machines/1", timezone: "UTC", failed: false, lock: null };
  const machine = { name: "FFG 1", serviceTier: null };
  const part = <RecentMachineEvents {...told} machine={machine} events={[event]} />;
  const text = readText(await draw(await asPage(part, "/", { machine: { retiredAt: null } })));
  expect(text).toContain("None");
});
