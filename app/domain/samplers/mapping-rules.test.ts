import { describe, expect, it } from "vitest";
import type { Problem } from "#app/domain/problems.ts";
import {
  checkMapping,
  MAPPING_PROBLEMS as m,
  type Mapping,
  type MappingFacts,
} from "./mapping-rules.ts";

const mapping = (change: Partial<Mapping> = {}): Mapping => ({
  machineKey: "Main.Speed",
  humanKey: "machine_speed",
  telemetryTypeId: null,
  primarySection: null,
  utsAnomalyDetectionEnabled: false,
  thresholdAnomalyDetectionEnabled: true,
  thresholdLowerBoundPercentile: 0.1,
  thresholdUpperBoundPercentile: 99.9,
  ...change,
});
const facts = (change: Partial<MappingFacts> = {}): MappingFacts => ({
  machineKeyTaken: false,
  humanKeyTaken: false,
  type: null,
  utsEnabledOthers: 0,
  utsWasEnabled: false,
  ...change,
});
const timer = { id: 1, members: [{ name: "PRE" }, { name: "ACC" }], length: 4 };

describe("a mapping", () => {
  it("with the defaults is good", () => expect(checkMapping(mapping(), facts())).toEqual({}));

  it.each<[string, Partial<Mapping>, Partial<MappingFacts>, string, Problem]>([
    ["an empty human tag", { humanKey: "" }, {}, "human_key", m.humanKeyRequired],
    [
      "a human tag with a dash",
      { humanKey: "machine-speed" },
      {},
      "human_key",
      m.humanKeyRestrictions,
    ],
    [
      "a human tag with an accent",
      { humanKey: "prensión" },
      {},
      "human_key",
      m.humanKeyRestrictions,
    ],
    [
      "a human tag of 65 characters",
      { humanKey: "a".repeat(65) },
      {},
      "human_key",
      m.humanKeyRestrictions,
    ],
    ["a human tag in use", {}, { humanKeyTaken: true }, "human_key", m.humanKeyInUse],
    ["no parent tag", { machineKey: ".ACC" }, {}, "machine_key", m.machineKeyRequired],
    ["a machine tag in use", {}, { machineKeyTaken: true }, "machine_key", m.machineKeyInUse],
    [
      "no member where the type has members",
      { machineKey: "Timer1" },
      { type: timer },
      "machine_key",
      m.childRequired,
    ],
    [
      "a member that the type lacks",
      { machineKey: "Timer1.DN" },
      { type: timer },
      "machine_key",
      m.childUnknown,
    ],
    [
      "an index at the type's length",
      { machineKey: "Timer1.ACC[4]" },
      { type: timer },
      "machine_key",
      m.indexTooLarge,
    ],
    ["a bit beyond 31", { machineKey: "Status|32" }, {}, "machine_key", m.bitRange],
    [
      "a bit of what is no integer",
      { machineKey: "Timer1.DN|1" },
      {
        type: {
          id: 1,
          type: "structure",
          members: [{ name: "DN", type: "boolean" }],
          length: null,
        },
      },
      "machine_key",
      m.bitOfInteger,
    ],
    ["a type of another sampler", {}, { type: undefined }, "telemetry_type_id", m.typeUnknown],
    [
      "a lower percentile of 50",
      { thresholdLowerBoundPercentile: 50 },
      {},
      "threshold_lower_bound_percentile",
      m.lowerBoundRange,
    ],
    [
      "a negative lower percentile",
      { thresholdLowerBoundPercentile: -1 },
      {},
      "threshold_lower_bound_percentile",
      m.lowerBoundRange,
    ],
    [
      "a lower percentile that is no number",
      { thresholdLowerBoundPercentile: NaN },
      {},
      "threshold_lower_bound_percentile",
      m.lowerBoundRange,
    ],
    [
      "no lower percentile with detection on",
      { thresholdLowerBoundPercentile: null },
      {},
      "threshold_lower_bound_percentile",
      m.lowerBoundRequired,
    ],
    [
      "an upper percentile of 50",
      { thresholdUpperBoundPercentile: 50 },
      {},
      "threshold_upper_bound_percentile",
      m.upperBoundRange,
    ],
    [
      "an upper percentile over 100",
      { thresholdUpperBoundPercentile: 100.1 },
      {},
      "threshold_upper_bound_percentile",
      m.upperBoundRange,
    ],
    [
      "no upper percentile with detection on",
      { thresholdUpperBoundPercentile: null },
      {},
      "threshold_upper_bound_percentile",
      m.upperBoundRequired,
    ],
    [
      "a 201st UTS tag",
      { utsAnomalyDetectionEnabled: true },
      { utsEnabledOthers: 200 },
      "uts_anomaly_detection_enabled",
      m.anomalyTagLimit,
    ],
  ])("with %s is refused at its field", (_name, change, known, field, message) => {
    expect(checkMapping(mapping(change), facts(known))).toEqual({ [field]: [message] });
  });

  it.each<[string, Partial<Mapping>, Partial<MappingFacts>]>([
    ["a lower percentile of 0", { thresholdLowerBoundPercentile: 0 }, {}],
    ["a lower percentile of 49.999999", { thresholdLowerBoundPercentile: 49.999999 }, {}],
    ["an upper percentile of 100", { thresholdUpperBoundPercentile: 100 }, {}],
    [
      "no percentiles with detection off",
      {
        thresholdAnomalyDetectionEnabled: false,
        thresholdLowerBoundPercentile: null,
        thresholdUpperBoundPercentile: null,
      },
      {},
    ],
    ["the 200th UTS tag", { utsAnomalyDetectionEnabled: true }, { utsEnabledOthers: 199 }],
    [
      "UTS on already, at the limit",
      { utsAnomalyDetectionEnabled: true },
      { utsEnabledOthers: 200, utsWasEnabled: true },
    ],
    [
      "a bit of an integer",
      { machineKey: "Status|31" },
      { type: { id: 1, type: "DInt", members: [], length: null } },
    ],
    [
      "a bit of a type that says nothing of itself",
      { machineKey: "Status|3" },
      { type: { id: 1, type: "udt", members: [], length: null } },
    ],
    ["a member of its type", { machineKey: "Timer1.ACC[3]" }, { type: timer }],
  ])("with %s is good", (_name, change, known) => {
    expect(checkMapping(mapping(change), facts(known))).toEqual({});
  });
});
