import { expect, it } from "vitest";
import { LiveProvider } from "#app/live/index.ts";
import { asPage, draw } from "#tests/draw.tsx";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import { MachineHeader } from "./machine-header.tsx";
import type { MachinePage } from "./machine-page.ts";
import { MachineTabBar } from "./machine-tab-bar.tsx";
import { OutOfServiceNotice } from "./out-of-service-notice.tsx";

const NOW = Date.UTC(2026, 10, 5, 12);
const facility = { id: 1, name: "Plant", city: "Waco", state: "TX", timezone: "America/Chicago" };
const page = {
  machine: {
    ...{ id: 1, name: "FFG 1", make: "Sun", model: "625", serialNumber: "S-1", facility },
    ...{ serviceTier: null, retiredAt: null },
  },
  basePath: "/machines/1",
  tabs: [],
} as unknown as MachinePage;

const drawHeader = async (
  latest: LatestValues | null,
  on: number | null,
  of = page,
  offersReport = false,
) =>
  draw(
    await asPage(
      <LiveProvider nowMs={NOW}>
        <MachineHeader
          page={of}
          latest={latest}
          since={{ ready: { since: null }, late: null }}
          alarmsOn={on === null ? null : { on, nextReturnMs: null }}
          offersReport={offersReport}
        />
      </LiveProvider>,
    ),
  );

it("says of a machine that never sent that it did not, and of one that could not be asked that", async () => {
  expect(await drawHeader({}, 0)).toContain("No state sent yet");
  const unread = await drawHeader(null, 0);
  expect(unread).toContain("The newest values could not be read");
  expect(unread).not.toContain("No state sent yet");
});

it("names the make once where the model begins with it", async () => {
  const of = (model: string) => ({ ...page, machine: { ...page.machine, model } });
  expect(await drawHeader({}, 0, of("625"))).toContain("Sun 625");
  const html = await drawHeader({}, 0, of("Sun625"));
  expect(html).toContain(">Sun625");
  expect(html).not.toContain("Sun Sun625");
});

it("does not say Live of a young value before the page is connected, and keeps the word's place", async () => {
  const html = await drawHeader({ machine_speed: { timeMs: NOW - 2_000, value: 100 } }, 0);
  expect(html).toMatch(/class="[^"]*\binvisible\b[^"]*">Live</);
});

it("leads to the alarms that are on, or that nobody could count, and says nothing of none", async () => {
  expect(await drawHeader({}, 2)).toMatch(/href="\/machines\/1\/alarms".*2 alarms/);
  expect(await drawHeader({}, null)).toMatch(
    /href="\/machines\/1\/alarms".*The alarms could not be counted/,
  );
  expect(await drawHeader({}, 0)).not.toContain("/alarms");
  // Without a facility it has no such tab.
  const unplaced = { ...page, machine: { ...page.machine, facility: null } };
  const told = await drawHeader({}, 2, unplaced);
  expect(told).toContain("2 alarms");
  expect(told).not.toContain("/alarms");
});

it("offers the report of an event on a phone's first screen, where one can be made", async () => {
  const report =
    /<button(?:(?!<button)[^])*sm:hidden(?:(?!<button)[^])*Report event<\/span><\/button>/;
  expect(await drawHeader({}, 0, page, true)).toMatch(report);
  expect(await drawHeader({}, 0)).not.toMatch(report);
});

it("says of a machine without a facility what opens its tabs: a facility, or its service first", async () => {
  const read = async (isOutOfService: boolean) =>
    draw(
      await asPage(
        <>
          <MachineTabBar
            {...{ basePath: "/machines/1", name: "FFG 1", isConfigured: false, isOutOfService }}
            tabs={[
              { tab: "overview", locked: false },
              { tab: "configuration", locked: false },
            ]}
          />
          {isOutOfService && <OutOfServiceNotice isConfigured={false} />}
        </>,
      ),
    );
  expect(await read(false)).toContain("The machine needs a facility first");
  const retired = await read(true);
  expect(retired).toContain("The machine has no facility. Bring it back into service first");
  expect(retired).not.toContain("needs a facility first");
  expect(retired).not.toContain("Its history can be read");
});
