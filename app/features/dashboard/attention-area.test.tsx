/** What the area of due work and alarms says: of now, and once the page is cut off. */
import { StaticRouter } from "react-router-dom/server";
import { expect, it } from "vitest";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { DAY_MS } from "#app/domain/durations.ts";
import { draw, readText } from "#tests/draw.tsx";
import { AttentionArea } from "./attention-area.tsx";
import type { AlarmRow, MaintenanceRow, WorkLock } from "./fleet-types.ts";

const NOW = Date.UTC(2026, 10, 5, 12);

const attentionOf = async (
  rows: AlarmRow[],
  isCut: boolean,
  {
    locale = "en",
    due = [],
    workLock = null,
    ageMs,
    onComplete = null,
    snoozed = 0,
  }: {
    snoozed?: number;
    locale?: "en" | "es";
    onComplete?: (() => void) | null;
    due?: MaintenanceRow[];
    workLock?: WorkLock | null;
    ageMs?: number;
  } = {},
) => {
  const alarms = { rows, total: rows.length, on: rows.length, nextReturnMs: null };
  const maintenances = { rows: due, total: due.length, snoozed };
  const attention = { maintenances, alarms, counts: {} };
  return draw(
    <StaticRouter location="/">
      <AttentionArea {...{ attention, isCut, workLock, ageMs, onComplete }} nowMs={NOW} />
    </StaticRouter>,
    locale,
  );
};

it("cut off, nobody is told that no alarm is on: only that none was, and those that were are dimmed", async () => {
  expect(readText(await attentionOf([], false))).toContain("No alarm is on.");
  const none = readText(await attentionOf([], true));
  expect(none).toContain("No alarm was on.");
  expect(none).not.toContain("No alarm is on.");
  const spanish = readText(await attentionOf([], true, { locale: "es" }));
  expect(spanish).toContain("Ninguna alarma estaba activa.");
  const alarm = {
    ...{ id: 1, name: "Too hot", deviceName: "Line 1", priority: "critical", url: "/machines/1" },
    ...{ triggeredAt: NOW, shelvedUntil: null, timezone: "UTC" },
  } as AlarmRow;
  const cut = await attentionOf([alarm], true);
  // As a card and the wall say it.
  expect(readText(cut)).toContain("&lt; 1 min");
  expect(readText(cut)).toContain("before the connection was lost");
  expect(cut).toMatch(/class="[^"]*\bstale"[\s\S]*Too hot/);
  expect(await attentionOf([alarm], false)).not.toMatch(/\bstale"/);
});

it("where no tier has maintenance, that is said with what opens it, and not that nothing is due", async () => {
  expect(readText(await attentionOf([], false))).toContain("No upcoming maintenance.");
  const locked = async (locale: "en" | "es") =>
    readText(
      await attentionOf([], false, {
        locale,
        workLock: { needed: "Tier 2", machines: 3, names: ["A", "B", "C"], isAll: true },
      }),
    );
  expect(await locked("en")).toContain("It opens with Tier 2. Write to ");
  expect(await locked("en")).not.toContain("No upcoming maintenance");
  expect(await locked("es")).toContain("Se abre con Nivel 2. ");
  const none = await attentionOf([], false, {
    workLock: { needed: null, machines: 3, names: ["A", "B", "C"], isAll: true },
  });
  expect(readText(none)).toContain("Maintenance needs a higher service tier. ");
  // Of some of the machines it is said beside the work of the others.
  const of = async (machines: number) =>
    readText(
      await attentionOf([], false, {
        workLock: { needed: "Tier 2", machines, names: ["FFG 3", "FFG 5"], isAll: false },
      }),
    );
  expect(await of(2)).toMatch(
    /No upcoming maintenance\..*Without FFG 3, FFG 5: their service tiers do not include/s,
  );
  expect(await of(4)).toContain("Without FFG 3, FFG 5 and 2 more: their");
});

const workDue = (atMs: number) =>
  ({
    ...{ id: 1, deviceId: 1, deviceName: "Line 1", name: "Anvil blankets", timezone: "UTC" },
    ...{ nextServiceDate: atMs, snoozedUntil: null, currentState: 13, cutoffValue: 15 },
  }) as MaintenanceRow;

it.each([
  ["en", "Overdue and upcoming work", "Upcoming maintenance"],
  ["es", "Trabajo vencido y próximo", "Próximo mantenimiento"],
] as const)(
  "a list of work that begins with what is overdue says so in its title, in %s",
  async (locale, overdueToo, upcoming) => {
    const titleOf = async (atMs: number) =>
      /<h3[^>]*>([^<]*)/.exec(await attentionOf([], false, { locale, due: [workDue(atMs)] }))?.[1];
    expect(await titleOf(NOW - DAY_MS)).toBe(overdueToo);
    expect(await titleOf(NOW + DAY_MS)).toBe(upcoming);
  },
);

it.each([
  ["en", "Mark done"],
  ["es", "Marcar hecho"],
] as const)(
  "the button of work has one name at every width, that of the drawer behind it, in %s",
  async (locale, name) => {
    expect((locale === "en" ? en : es).common.maintenance.markDone).toBe(name);
    const html = await attentionOf([], false, {
      locale,
      due: [workDue(NOW - DAY_MS)],
      onComplete: () => undefined,
    });
    const button =
      /<button[^>]*>(?:(?!<\/button>).)*Anvil(?:(?!<\/button>).)*<\/button>/.exec(html)?.[0] ?? "";
    expect(readText(button)).toBe(`${name}: Anvil blankets`);
  },
);

it("an alarm says for how long it has been on, then since when in its plant's zone", async () => {
  const alarm = {
    ...{ id: 1, name: "Too hot", deviceName: "Line 1", priority: "critical", url: "/machines/1" },
    ...{ triggeredAt: NOW - 2 * DAY_MS, shelvedUntil: null, timezone: "UTC" },
  } as AlarmRow;
  expect(readText(await attentionOf([alarm], false))).toMatch(/2\u00a0d 0\u00a0hsince .* UTC/);
});

it("cut off, work that is due is of before then too", async () => {
  const work = workDue(NOW - 4 * DAY_MS);
  const cut = await attentionOf([], true, { due: [work] });
  expect(cut).toMatch(/class="[^"]*\bstale"[\s\S]*Anvil blankets[\s\S]*4 days overdue/);
  expect(readText(cut).match(/As it was before the connection was lost/g)).toHaveLength(1);
  expect(readText(await attentionOf([], false, { due: [work] }))).not.toContain("As it was");
  const old = { due: [work], ageMs: 60_000 };
  expect(readText(await attentionOf([], true, old))).toMatch(/lost, 60\ss\sold/);
  expect(readText(await attentionOf([], true, { ...old, locale: "es" }))).toMatch(
    /conexión, hace\s60\ss/,
  );
});

it("an alarm's age is red where it is critical or high, as its bell", async () => {
  const toneOf = async (priority: AlarmRow["priority"]) => {
    const alarm = {
      ...{ id: 1, name: "Too hot", deviceName: "Line 1", priority, url: "/machines/1" },
      ...{ triggeredAt: NOW, shelvedUntil: null, timezone: "UTC" },
    } as AlarmRow;
    return /class="[^"]*align-middle[^"]* (text-\w+)"/.exec(await attentionOf([alarm], false))?.[1];
  };
  for (const priority of ["critical", "high"] as const)
    expect(await toneOf(priority)).toBe("text-alarm");
  for (const priority of ["medium", "low"] as const)
    expect(await toneOf(priority)).toBe("text-ink");
});

it("work that is past its date and snoozed is said not to be counted as overdue", async () => {
  const textOf = async (snoozed: number, locale: "en" | "es" = "en") =>
    readText(await attentionOf([], false, { snoozed, locale, due: [workDue(NOW - DAY_MS)] }));
  expect(await textOf(0)).not.toContain("snoozed");
  expect(await textOf(1)).toContain("1 more is past its date but snoozed");
  expect(await textOf(2, "es")).toContain("2 más ya vencieron, pero están pospuestos");
});
