import { describe, expect, it } from "vitest";
import { MAX_RATE_AMOUNT, RATE_UNITS, toRate, type RateUnit } from "#app/domain/alarms/sap.ts";
import { alarmForm, missingFields, tagChoices, toFormValues, toNewAlarm } from "./alarm-form.ts";

const filled = {
  ...{ name: "Over current", period: "5", tag: "compensator_current" },
  ...{ kind: "value_threshold_for_time_period_in_state", source: "machine" },
};

describe("the form of an alarm", () => {
  it("names what is missing of name, tag and period", () => {
    expect(missingFields(filled)).toEqual([]);
    expect(missingFields({ ...filled, name: " " })).toEqual(["name"]);
    expect(missingFields({ ...filled, tag: "" })).toEqual(["tag"]);
    expect(missingFields({ ...filled, name: "", tag: null, period: "" })).toEqual([
      "name",
      "tag",
      "period",
    ]);
  });

  it("offers tags by what the reader calls them, and the alarm's own that is not sent any more", () => {
    const names: Record<string, string> = { speed: "Velocidad", current: "Ánodo", "1": "Cinta" };
    const shown = tagChoices(["1", "speed"], "current", (tag) => names[tag]!, "es");
    expect(shown.map(({ label }) => label)).toEqual(["Ánodo", "Cinta", "Velocidad"]);
    expect(tagChoices(["speed"], "speed", (tag) => tag, "en")).toEqual([
      { value: "speed", label: "speed", note: "speed" },
    ]);
  });

  it("offers the tenth of many tags behind the second", () => {
    const shown = tagChoices(["pump_10", "pump_2", "pump_1"], null, (tag) => tag, "en");
    expect(shown.map(({ value }) => value)).toEqual(["pump_1", "pump_2", "pump_10"]);
  });

  it("asks for a tag of silence only where a tag is watched", () => {
    const silence = { ...filled, kind: "no_data_for_time_period", tag: null };
    expect(missingFields(silence)).toEqual([]);
    expect(missingFields({ ...silence, period: "" })).toEqual(["period"]);
    expect(missingFields({ ...silence, source: "tag" })).toEqual(["tag"]);
  });

  const sap = {
    ...{ name: "Over current", function: "value_threshold_for_time_period_in_state" },
    ...{ tag_name: "compensator_current", period_s: 5, comp: ">", threshold: 1, priority: "low" },
    ...{ sap: true, sap_funct_loc: "MG-1", sap_rate: "7", sap_unit: "days" },
  };
  const wrongIn = (more: object): string[] => [
    ...new Set(
      alarmForm.safeParse({ ...sap, ...more }).error?.issues.map(({ path }) => String(path[0])),
    ),
  ];

  it("takes a rate of SAP of 1 to 999, digits only, and texts of at most 40 characters", () => {
    expect(wrongIn({})).toEqual([]);
    for (const rate of ["1", "007", "999"]) expect(wrongIn({ sap_rate: rate })).toEqual([]);
    for (const rate of ["", "0", "000", "1000", "1.5", "-1", "1e2", "٣"])
      expect(wrongIn({ sap_rate: rate })).toEqual(["sap_rate"]);
    expect(wrongIn({ sap_funct_loc: "" })).toEqual(["sap_funct_loc"]);
    for (const text of ["sap_funct_loc", "sap_short_text", "sap_notif_type", "sap_priority"]) {
      expect(wrongIn({ [text]: "x".repeat(40) })).toEqual([]);
      expect(wrongIn({ [text]: "x".repeat(41) })).toEqual([text]);
    }
    // Switched off, nothing of it counts.
    expect(wrongIn({ sap: false, sap_rate: "0", sap_funct_loc: "" })).toEqual([]);
  });

  it("sends a rate in seconds, and shows a stored one in the largest unit that divides it", () => {
    const sent = toNewAlarm(alarmForm.parse({ ...sap, sap_rate: "3", sap_unit: "hours" }));
    expect(sent.sap_rate_in_seconds).toBe(10_800);
    const kept = { sap_rate: "2", sap_unit: "minutes", sap_rate_stored: 90 };
    const rateOf = (more: object) =>
      toNewAlarm(alarmForm.parse({ ...sap, ...kept, ...more })).sap_rate_in_seconds;
    // 90 s are shown as 2 minutes: they stay 90 until something else is entered.
    expect([rateOf({}), rateOf({ sap_rate: "3" }), rateOf({ sap_unit: "hours" })]).toEqual([
      90, 180, 7_200,
    ]);
    expect(wrongIn({ sap_rate_stored: 59 })).toEqual(["sap_rate_stored"]);
    const off = toNewAlarm(alarmForm.parse({ ...sap, sap: false }));
    expect([off.sap_notification, off.sap_rate_in_seconds]).toEqual([null, null]);
    expect(toFormValues(null)).toMatchObject({ sap: "", sap_rate: "7", sap_unit: "days" });
    for (const [seconds, amount, unit] of [
      [60, 1, "minutes"],
      [3_600, 1, "hours"],
      [5_400, 90, "minutes"],
      [604_800, 7, "days"],
      [172_800, 2, "days"],
      // No unit shows it in three digits: the nearest larger one.
      [60_060, 17, "hours"],
    ] as const)
      expect(toRate(seconds)).toEqual({ amount, unit });
    for (const unit of Object.keys(RATE_UNITS) as RateUnit[])
      for (const amount of [1, 2, 59, MAX_RATE_AMOUNT]) {
        const shown = toRate(amount * RATE_UNITS[unit]);
        expect(shown.amount * RATE_UNITS[shown.unit]).toBe(amount * RATE_UNITS[unit]);
      }
  });
});
