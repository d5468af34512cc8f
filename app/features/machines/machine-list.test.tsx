import { expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { LiveProvider } from "#app/live/index.ts";
import { asPage, draw, readText } from "#tests/draw.tsx";
import { MachineList } from "./machine-list.tsx";
import type { MachineRow } from "./machine-row.ts";
import UnreadNote from "./unread-note.tsx";
import { UnreadParts } from "./unread-parts.tsx";

const NOW = Date.UTC(2026, 10, 22, 18);
const ROW: MachineRow = {
  ...{ id: 1, name: "FFG 1", serialNumber: "SN-1", manufacturerSerialNumber: null },
  ...{ make: "Sun", model: "625", comments: 0, alarmsOn: 0, retiredAt: null },
  facility: { id: 1, name: "Plant", city: "Rome", state: "GA", timezone: "America/Chicago" },
};
const ready = { 1: { machine_state: { value: "running", timeMs: NOW, adFlag: null } } };

type Shown = Partial<Parameters<typeof MachineList>[0]> & { at?: string; locale?: "en" | "es" };
const listOf = async (row: MachineRow, { at = "/", locale = "en", ...shown }: Shown = {}) => {
  const list = (
    <LiveProvider>
      <MachineList
        {...{ machines: [row], nowMs: NOW, empty: "", commentCell: () => null }}
        values={{ ready, late: null }}
        {...shown}
      />
    </LiveProvider>
  );
  return readText(await draw(await asPage(list, at), locale), "|");
};

it("says of a machine out of service since when it is, in the place of a state that it had", async () => {
  expect(await listOf(ROW)).toContain("Running empty");
  const retired = await listOf({ ...ROW, retiredAt: NOW - 16 * HOUR_MS });
  expect(retired).not.toContain("Running empty");
  expect(retired).toMatch(/Out of service\|+since 11\/21\/26,? 8:00\sPM\sCST/);
});

it("a column says since when a state is, by its plant's clock, and invents nothing where it is older than what was read", async () => {
  const at = "/?columns=name,since";
  const sinceOf = (isOlder: boolean) => {
    const since = { code: 0, sinceMs: NOW - 24 * HOUR_MS, isOlder, isUnheard: false };
    return listOf(ROW, { at, values: { ready: { 1: { ...ready[1], since } }, late: null } });
  };
  expect(await sinceOf(false)).toMatch(/\|11\/21\/26,? 12:00\sPM CST\|/);
  expect(await sinceOf(true)).toContain("|for more than 24 h|");
  expect(await sinceOf(true)).not.toContain("11/21/26");
});

it("says of machines that did not answer that they were not read, and how many they are", async () => {
  const unread = { values: { ready: {}, late: null } };
  expect(await listOf(ROW, unread)).toContain("|Not loaded|");
  expect(await listOf(ROW, unread)).not.toContain("Unknown");
  expect(await listOf(ROW, { ...unread, locale: "es" })).toContain("|Sin cargar|");
  const note = (locale?: "es") =>
    asPage(<UnreadNote machines={1_204} />).then((page) => draw(page, locale));
  expect(readText(await note(), "|")).toMatch(/Not loaded: 1,204\|+Try again/);
  expect(readText(await note("es"), "|")).toMatch(/Sin cargar: 1,204\|+Intentar de nuevo/);
  expect(await listOf(ROW)).not.toContain("ot loaded");
});

it("says what of its page could not be read, and counts no alarms of machines then", async () => {
  const said = async (locale?: "es") =>
    readText(await draw(await asPage(<UnreadParts parts={["comments", "alarms"]} />), locale), "|");
  expect(await said()).toMatch(
    /Failed to fetch comment count\. The alarms could not be counted\|+Try again/,
  );
  expect(await said("es")).toContain("No se pudieron contar las alarmas");
  expect(await draw(await asPage(<UnreadParts parts={[]} />))).toBe("");
  const alarmsOf = (alarmsOn: number | null) =>
    listOf({ ...ROW, alarmsOn }, { at: "/?columns=name,alarms" });
  expect(await alarmsOf(0)).toMatch(/\|Alarms on\|+0\|/);
  expect(await alarmsOf(null)).toMatch(/\|Alarms on\|+–\|/);
});

it("of a large fleet counts no rows by a state before all of them were read", async () => {
  const large = { values: null };
  const plain = await listOf(ROW, large);
  expect(plain).toContain("1 record");
  expect(plain).not.toMatch(/ot loaded|Unknown/);
  const filtered = await listOf(ROW, { ...large, at: "/?f_status=running" });
  expect(filtered.match(/Still loading…/g)).toHaveLength(2);
  expect(filtered).not.toMatch(/0 of 1|No records/);
  expect(await listOf(ROW, { ...large, at: "/?f_name=ffg" })).toContain("1 record");
  expect(await listOf(ROW, { ...large, at: "/?group=status", locale: "es" })).toContain(
    "Aún se está cargando…",
  );
});
