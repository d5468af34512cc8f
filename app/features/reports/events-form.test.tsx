import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "#app/domain/durations.ts";
import { asPage, draw, readText } from "#tests/draw.tsx";
import { EventsForm } from "./events-form.tsx";
import type { ReportMachine } from "./load-report-page.server.ts";
import { MeasuresForm } from "./measures-form.tsx";

const NOW = Date.UTC(2026, 5, 15, 12);
const machine: ReportMachine = {
  ...{ id: 1, name: "Press", serialNumber: "P-1", facilityId: 1, facilityName: "Plant" },
  ...{ timezone: "UTC", kiwiplan: false, tier: { name: "Tier 2" }, isUnlimited: true },
  opens: {} as ReportMachine["opens"],
  unlimitedTier: null,
  reportAvailableAt: null,
};
const FUTURE = "must not be in the future";

/** The form's words, with a range of days from now in the address. */
async function wordsOf(form: ReactNode, [fromDays, toDays]: [number, number]) {
  const iso = (days: number) => new Date(NOW + days * DAY_MS).toISOString();
  const address = `/?timeframe=${encodeURIComponent(`${iso(fromDays)}..${iso(toDays)}`)}`;
  return readText(await draw(await asPage(form, address)));
}

describe("a range in the address that is still to come", () => {
  const events = <EventsForm machine={machine} nowMs={NOW} />;
  it("turns the export of events off, as the call refuses it", async () => {
    expect(await wordsOf(events, [2, 3])).toContain(FUTURE);
  });
  it("does not when only its end is: the report ends now", async () => {
    expect(await wordsOf(events, [-2, -1])).not.toContain(FUTURE);
    expect(await wordsOf(events, [-2, 2])).not.toContain(FUTURE);
  });
});

it("a report of measures is first asked for a measure", async () => {
  const form = <MeasuresForm machine={machine} tags={[]} nowMs={NOW} />;
  expect(await wordsOf(form, [-2, -1])).toContain("Choose at least one measure");
});

it("a machine whose measures could not be read says so, offers to try again, and makes no report", async () => {
  const form = <MeasuresForm machine={machine} tags={null} nowMs={NOW} />;
  const words = await wordsOf(form, [-2, -1]);
  expect(words).toContain("measures could not be read");
  expect(words).toContain("Try again");
  expect(words).not.toContain("Choose at least one measure");
  // What was chosen is not known to be none.
  expect(words).not.toContain("measures chosen");
});

it("a machine whose turn is taken says so before anything is chosen, in minutes rounded up", async () => {
  const wordsIn = (ms: number) =>
    wordsOf(
      <MeasuresForm machine={{ ...machine, reportAvailableAt: NOW + ms }} tags={[]} nowMs={NOW} />,
      [-2, -1],
    );
  expect(await wordsIn(61_000)).toContain("can be made in 2 minutes");
  expect(await wordsIn(1)).toContain("can be made in 1 minute.");
  expect(await wordsIn(0)).not.toContain("can be made in");
});
