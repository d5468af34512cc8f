import { expect, it } from "vitest";
import { LiveProvider } from "#app/live/index.ts";
import { asPage, draw, readText } from "#tests/draw.tsx";
import type { ListedAlarm } from "./load-machine-alarms.server.ts";
import { MachineAlarms } from "./machine-alarms.tsx";

const ALARM: ListedAlarm = {
  ...{ id: 7, deviceId: 1, name: "Belt too slow", extraEmails: [] },
  ...{ samplerId: null, samplerName: null, inAlarm: false },
  priority: "medium",
  state: "normal",
  function: "value_threshold_for_time_period_in_state",
  arguments: { tag_name: "belt_speed", period: 60_000, comp: "<", threshold: 1 },
  ...{ sapNotification: null, sapRateInSeconds: 0, sapLastNotified: null },
  ...{ triggeredAt: null, changedAt: null },
  ...{ acknowledgedAt: null, acknowledgedByName: null, acknowledgeNote: null },
  ...{ shelvedUntil: null, shelvedByName: null, shelvedReason: null },
  isShelvedByMaintenance: false,
};

const show = async (alarms: ListedAlarm[], isOutOfService = false) => {
  const list = (
    <LiveProvider>
      <MachineAlarms
        {...{ deviceId: 1, alarms, choices: null, nowMs: 0 }}
        {...{ timezone: "UTC", isOutOfService }}
      />
    </LiveProvider>
  );
  return readText(await draw(await asPage(list)), "|");
};

it("has the way to the journal above its alarms, and above the words that there are none", async () => {
  expect(await show([])).toMatch(/Alarm journal.*No alarms yet/);
});

it("says that nobody watches what the alarms of a machine out of service watch", async () => {
  const on: ListedAlarm = { ...ALARM, inAlarm: true, state: "raised" };
  expect(await show([ALARM])).toMatch(/Belt too slow\|+OK\|/);
  expect(await show([on])).toMatch(/Belt too slow\|+Triggered\|/);
  expect(await show([ALARM], true)).toMatch(/Belt too slow\|+Not watched\|/);
  expect(await show([on], true)).toMatch(/Belt too slow\|+Not watched\|/);
});
