import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { LiveProvider } from "#app/live/index.ts";
import { AgeCell } from "./machine-list-live.tsx";
import type { MachineRow } from "./machine-row.ts";

const row = { id: 1, facility: { timezone: "America/Chicago" } } as MachineRow;
const nowMs = Date.UTC(2026, 10, 22, 18);

const textOf = (sampleMs: number | null, isRead: boolean) =>
  renderToString(
    <LiveProvider>
      <AgeCell
        row={row}
        first={sampleMs === null ? null : { value: "running", timeMs: sampleMs, adFlag: null }}
        speed={null}
        isRead={isRead}
        nowMs={nowMs}
      />
    </LiveProvider>,
  ).replace(/^<[^>]*>|<\/span>$/g, "");

it("says of a machine out of sight when its newest known sample was taken, at the plant", () => {
  expect(textOf(nowMs - 90_000, true)).toMatch(/^11:58\sAM$/);
  expect(textOf(nowMs - 30 * 3_600_000, true)).toMatch(/^11\/21\/26,? 6:00\sAM$/);
});

it("says that there is none only of a machine that was asked", () => {
  expect(textOf(null, true)).toBe("age.never");
  expect(textOf(null, false)).toBe("–");
});
