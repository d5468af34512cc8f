/** What is old on a wall looks old: a row when the wall says so, and a figure that alone does not come any more. */
import { expect, it } from "vitest";
import type { DowntimePrediction } from "#app/domain/prediction/types.ts";
import { readText } from "#tests/draw.tsx";
import { drawRow, reading, readings } from "#tests/wall-row.tsx";
import { CARD_METRICS } from "./fleet-types.ts";
import type { Readings } from "./readings.ts";

/** The figures, dimmed as a whole, or one of them. */
const dimmedParts = (html: string) => html.match(/class="[^"]*\bstale\b[^"]*"/g)?.length ?? 0;

it("a row is old as soon as the wall says that what it shows is, and says how old", async () => {
  const now = await drawRow(readings, false);
  expect(dimmedParts(now)).toBe(0);
  expect(now).not.toContain("faded");
  expect(now).not.toContain("20\u00a0s");
  const old = await drawRow(readings, true);
  expect(dimmedParts(old)).toBe(1);
  expect(old).toContain("20\u00a0s");
  // What was until then is true still, and its states can be told apart.
  expect(old).toMatch(/class="[^"]*\bfaded"><svg/);
  expect(old).toMatch(/class="[^"]*bg-\(--strip-feeding\) faded"/);
});

it("a machine whose recorder did not answer is not read, which is not to say that it never sent", async () => {
  const nothing = { ...reading(null), timeMs: null, ageMs: null, stale: true };
  const none = Object.fromEntries(CARD_METRICS.map((metric) => [metric, nothing])) as Readings;
  const said = (locale: "en" | "es", reachable: boolean) =>
    drawRow(none, false, 0, locale, "Corrugator", { reachable });
  expect(await said("en", false)).toContain(">not loaded<");
  expect(await said("es", false)).toContain(">sin cargar<");
  expect(await said("en", true)).not.toContain("not loaded");
});

it("the bell is of before the wall was cut off, as the bar's, and one that waits for somebody keeps its colour", async () => {
  const drawn = (more: { areAlarmsOld: boolean; acknowledged?: number }) =>
    drawRow(readings, true, 2, "en", "Corrugator", more);
  expect(dimmedParts(await drawRow(readings, false, 2))).toBe(0);
  expect(await drawn({ areAlarmsOld: true })).toMatch(/text-alarm opacity-60"><svg/);
  // Helios answers again, and the alarm is of now: the data of the machine is not yet.
  expect(await drawn({ areAlarmsOld: false })).toMatch(/text-alarm"><svg/);
  const seenTo = await drawn({ areAlarmsOld: true, acknowledged: 2 });
  expect(seenTo).toMatch(/text-ink-soft stale"><svg/);
});

it("a bell of alarms that are all acknowledged looks and reads another way than one that waits for somebody", async () => {
  const bell = (acknowledged: number, locale: "en" | "es" = "en") =>
    drawRow(readings, false, 2, locale, "Corrugator", { acknowledged });
  for (const waiting of [await bell(0), await bell(1)]) {
    expect(waiting).toMatch(/text-alarm"><svg[^>]*lucide-bell-ring/);
    expect(waiting).toContain(">2 alarms<");
  }
  // As in the bar, a quiet alarm has no alarm's colour.
  const quiet = await drawRow(readings, false, 2, "en", "Corrugator", { isUrgent: false });
  expect(quiet).toMatch(/text-ink"><svg[^>]*lucide-bell-ring/);
  expect(await bell(2)).toMatch(/text-ink-soft"><svg[^>]*lucide-bell-check/);
  expect(await bell(2)).toContain(">2 alarms, acknowledged<");
  expect(await bell(2, "es")).toContain(">2 alarmas, reconocidas<");
});

it("an old state's age does not read as the time since it began", async () => {
  // "Alimentando hace 20 s" would say that it began to feed then.
  expect(await drawRow(readings, true, 0, "es")).toContain(">dato:\u00a0hace\u00a020\u00a0s<");
});

it("a figure that alone is late is dimmed alone", async () => {
  const late = { ...readings, machine_speed: { ...reading(171), stale: true, ageMs: 90_000 } };
  const html = await drawRow(late, false);
  expect(dimmedParts(html)).toBe(1);
  expect(html).toMatch(/<dd class="[^"]*\bstale\b[^"]*"><span class="wall-figure">171</);
});

it("an abnormal figure has the mark and the word of one, which move nothing beside it", async () => {
  const flagged = { ...readings, machine_speed: { ...reading(171), adFlag: true } };
  const html = await drawRow(flagged, false);
  expect(html).toMatch(/>171<\/span><span class="[^"]*text-hint[^"]*lg:absolute[^"]*"><svg[^>]*>/);
  expect(readText(html)).toContain("171abnormal");
  expect(html.match(/text-hint/g)).toHaveLength(1);
  expect(readText(await drawRow(flagged, false, 0, "es"))).toContain("171anormal");
  expect(readText(await drawRow(readings, false))).not.toContain("abnormal");
});

it("figures are named once each, with what they are means of", async () => {
  const labelsOf = async (locale: "en" | "es") =>
    [...(await drawRow(readings, false, 0, locale)).matchAll(/<dt[^>]*>(.*?)<\/dt>/g)].map(
      ([, label]) => readText(label!),
    );
  expect(await labelsOf("en")).toEqual([
    "Speed rpm",
    "Sheets/h, 1 min",
    "MSF/h, 1 min",
    "Uptime, 4 h",
  ]);
  expect(await labelsOf("es")).toEqual([
    ...["Velocidad rpm", "Láminas/h, 1 min", "MSF/h, 1 min", "Disponibilidad, 4 h"],
  ]);
});

it("who shares a row has a name, a state and a strip, and its speed in a line below", async () => {
  const html = await drawRow(readings, false, 0, "en", "Corrugator", { isSharing: true });
  expect(html).toContain("Corrugator");
  expect(html).toContain('data-state="running_and_feeding"');
  expect(html).not.toContain("<dl");
  expect(readText(html)).toContain("171\u00a0rpm · 1 sheets/h, 1 min");
  expect(await drawRow(readings, false)).toContain("<dl");
});

it("says how many services of the machine are overdue, and a high risk of it in words", async () => {
  const risk = { prediction: 0.84, reason: null, horizonMinutes: 240 } as DowntimePrediction;
  const said = async (more: object, locale: "en" | "es" = "en") =>
    readText(await drawRow(readings, false, 0, locale, "Corrugator", more), " ");
  expect(await said({ overdue: 2, risk })).toMatch(
    /2 services overdue.*Downtime risk 84\.0% in 4 h/s,
  );
  expect(await said({ overdue: 1, risk }, "es")).toMatch(
    /1 servicio vencido.*Riesgo de paro 84\.0.?% en 4 h/s,
  );
  expect(await said({ risk: { ...risk, prediction: 0.3 } })).not.toMatch(/overdue|risk/);
  // A forecast is made of one that is on and not down.
  const down = { ...readings, machine_state: reading("not_ready") };
  expect(readText(await drawRow(down, false, 0, "en", "Corrugator", { risk }))).not.toContain(
    "Risk",
  );
});
