import { expect, it } from "vitest";
import { completeSap } from "#app/domain/alarms/sap.ts";
import type { AlarmDefinition } from "./alarm.ts";
import { changedAlarm, everyField, TOGETHER } from "./changed-alarm.ts";

const ALARM: AlarmDefinition = {
  name: "Slow",
  function: "value_threshold_for_time_period_in_state",
  arguments: {
    ...{ tag_name: "machine_speed", period: 60_000, comp: "<", threshold: 40, deadband: 2 },
    machine_states: [3],
  },
  extraEmails: ["kim@acme.example"],
  sapNotification: completeSap({ FunctLoc: "L1", Breakdown: true, Priority: "1" }, "Slow"),
  sapRateInSeconds: 7 * 86_400,
  priority: "low",
};

it("keeps what was not touched of an alarm, and leaves SAP to what is stored", () => {
  const changed = changedAlarm(ALARM, { period_s: 120, deadband: undefined });
  expect(changed.arguments).toMatchObject({
    ...{ tag_name: "machine_speed", period: 120_000, comp: "<", threshold: 40 },
    machine_states: [3],
  });
  expect(changed.arguments?.deadband).toBeUndefined();
  expect(changed).toMatchObject({ priority: "low", extra_emails: ["kim@acme.example"] });
  // The plant may take SAP no more: nobody asked for it here.
  expect("sap_notification" in changed).toBe(false);
});

it("changes one field of SAP, and switches it off", () => {
  const { sap_notification: sap, sap_rate_in_seconds: rate } = changedAlarm(ALARM, {
    sap_priority: "3",
  });
  expect(sap).toMatchObject({ FunctLoc: "L1", Breakdown: true, Priority: "3", ShortText: "Slow" });
  expect(rate).toBe(7 * 86_400);
  expect(changedAlarm(ALARM, { sap: false }).sap_notification).toBeNull();
});

it("names every field of the form, so that what is emptied is changed", () => {
  const filled = { name: "Slow", function: ALARM.function, period_s: 60, priority: "low" } as const;
  const fields = everyField(filled);
  expect(Object.keys(fields)).toContain("deadband");
  for (const name of Object.keys(TOGETHER)) expect(Object.keys(fields)).toContain(name);
});
