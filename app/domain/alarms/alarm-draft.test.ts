import { expect, it } from "vitest";
import { alarmDraftSearch, parseAlarmDraft } from "./alarm-draft.ts";

const parse = (text: string) => parseAlarmDraft(new URLSearchParams(text));

it("keeps what a link begins a new alarm with", () => {
  const search = alarmDraftSearch({
    name: "Flow, north",
    tag: "flow, north",
    bound: { comp: ">", threshold: -4.5 },
  });
  expect(parse(search)).toEqual({
    tag_name: "flow, north",
    name: "Flow, north",
    comp: ">",
    threshold: "-4.5",
  });
});

it("is of what is judged abnormal where there is no bound", () => {
  expect(parse(alarmDraftSearch({ name: "Vacuum", tag: "vacuum", bound: null }))).toEqual({
    tag_name: "vacuum",
    name: "Vacuum",
    function: "anomalous_for_time_period",
    uts_ad_enabled: "on",
    threshold_ad_enabled: "on",
  });
});

it("leaves out what the address says wrongly, and begins none without a tag", () => {
  expect(parse("new_alarm=a&comp=~&threshold=much&function=shout")).toEqual({
    tag_name: "a",
    name: "",
  });
  expect(parse("comp=>&threshold=4")).toBeNull();
  expect(parse(`new_alarm=${"a".repeat(129)}`)).toBeNull();
});
