import { expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { LiveProvider } from "#app/live/index.ts";
import { asPage, draw, readText } from "#tests/draw.tsx";
import { MachineList } from "./machine-list.tsx";
import type { MachineRow } from "./machine-row.ts";

const NOW = Date.UTC(2026, 10, 22, 18);
const ROW: MachineRow = {
  ...{ id: 1, name: "FFG 1", serialNumber: "SN-1", manufacturerSerialNumber: null },
  ...{ make: "Sun", model: "625", comments: 0, alarmsOn: 0, retiredAt: null },
  facility: { id: 1, name: "Plant", city: "Rome", state: "GA", timezone: "America/Chicago" },
};
const ready = { 1: { machine_state: { value: "running", timeMs: NOW, adFlag: null } } };

const listOf = async (row: MachineRow) => {
  const list = (
    <LiveProvider>
      <MachineList
        {...{ machines: [row], nowMs: NOW, empty: "", commentCell: () => null }}
        values={{ ready, late: null }}
      />
    </LiveProvider>
  );
  return readText(await draw(await asPage(list)), "|");
};

it("says of a machine out of service since when it is, in the place of a state that it had", async () => {
  expect(await listOf(ROW)).toContain("Running");
  const retired = await listOf({ ...ROW, retiredAt: NOW - 16 * HOUR_MS });
  expect(retired).not.toContain("Running");
  expect(retired).toMatch(/Out of service\|+since 11\/21\/26,? 8:00\sPM\sCST/);
});
