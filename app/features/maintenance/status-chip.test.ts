import { expect, it } from "vitest";
import type { MaintenanceStatus } from "#app/domain/maintenance/types.ts";
import { shownStatuses } from "./status-chip.tsx";

it("shows New until the work was done once, beside what else it is; what is well shows nothing", () => {
  const shown = (status: MaintenanceStatus, history: readonly unknown[]) =>
    shownStatuses({ status, history });
  expect([
    shown("due_soon", []),
    shown("new", []),
    shown("snoozed", []),
    shown("overdue", [1]),
    shown("default", [1]),
  ]).toEqual([["due_soon", "new"], ["new"], ["snoozed", "new"], ["overdue"], []]);
});
