import { expect, it } from "vitest";
import { HOUR_MS } from "#app/domain/durations.ts";
import { composeMaintenanceDigest, type DigestItem } from "./maintenance-digest.ts";

const now = Date.UTC(2026, 10, 22, 18);

const textOf = (item: Pick<DigestItem, "status" | "recommendedDate">, locale: "en" | "es") =>
  composeMaintenanceDigest({
    ...{ to: "a@acme.example", name: "Ana", now, locale, canSnooze: false, unsubscribe: null },
    items: [
      {
        ...{ name: "Anvil blankets", machine: "FFG 1", facility: "Riverside", timezone: "UTC" },
        ...{ percentLeft: 25, link: "https://helios.example/1", quoteLink: null },
        ...item,
      },
    ],
  }).text;

it("tells what is overdue since today from what falls due today", () => {
  const overdue = { status: "overdue", recommendedDate: now - 2 * HOUR_MS } as const;
  const soon = { status: "due_soon", recommendedDate: now + 2 * HOUR_MS } as const;
  expect(textOf(overdue, "en")).toContain("Overdue · since today · ");
  expect(textOf(overdue, "es")).toContain("Vencido · desde hoy · ");
  expect(textOf(soon, "en")).toContain("Due soon · today · ");
  expect(textOf(soon, "es")).toContain("Próximo · hoy · ");
});
