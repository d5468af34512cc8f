import type { FieldErrors } from "#app/domain/errors.ts";
import { MAX_UTS_TAGS_PER_SAMPLER } from "#app/domain/limits.ts";
import type { Problem } from "#app/domain/problems.ts";
import { parseMachineKey, type MachineKey } from "./machine-key.ts";
import { isIntegerType } from "./type-kind.ts";

/** Spec 001 §5 'Mapping' and §9. */
export const MAX_HUMAN_KEY_LENGTH = 64;
export const DEFAULT_LOWER_PERCENTILE = 0.1;
export const DEFAULT_UPPER_PERCENTILE = 99.9;

/** Of the largest integer that a key may take apart. */
export const MAX_BIT = 31;

/** Problems of a mapping, by what is wrong. */
export const MAPPING_PROBLEMS = {
  humanKeyRequired: { code: "human_key_required" },
  humanKeyRestrictions: { code: "human_key_restrictions" },
  humanKeyInUse: { code: "human_key_in_use" },
  machineKeyRequired: { code: "machine_key_required" },
  machineKeyInUse: { code: "machine_key_in_use" },
  childRequired: { code: "child_required" },
  childUnknown: { code: "child_unknown" },
  indexTooLarge: { code: "index_too_large" },
  bitRange: { code: "bit_range" },
  bitOfInteger: { code: "bit_of_integer" },
  typeUnknown: { code: "type_unknown" },
  lowerBoundRange: { code: "lower_bound_range" },
  upperBoundRange: { code: "upper_bound_range" },
  lowerBoundRequired: { code: "lower_bound_required" },
  upperBoundRequired: { code: "upper_bound_required" },
  anomalyTagLimit: { code: "anomaly_tag_limit" },
} as const satisfies Record<string, Problem>;

export type MappingType = {
  id: number;
  /** As the sampler names it; left out: not known, so that a bit of it is allowed. */
  type?: string;
  members: readonly { name: string; type?: string }[];
  length: number | null;
};

export type Mapping = {
  machineKey: string;
  humanKey: string;
  telemetryTypeId: number | null;
  primarySection: string | null;
  utsAnomalyDetectionEnabled: boolean;
  thresholdAnomalyDetectionEnabled: boolean;
  thresholdLowerBoundPercentile: number | null;
  thresholdUpperBoundPercentile: number | null;
};

/** What the database knows about a mapping that is to be saved. */
export type MappingFacts = {
  machineKeyTaken: boolean;
  humanKeyTaken: boolean;
  /** The chosen type; null when none is chosen, undefined when the sampler has no such type. */
  type: MappingType | null | undefined;
  /** Mappings of the sampler with UTS detection on, this one not counted. */
  utsEnabledOthers: number;
  utsWasEnabled: boolean;
};

/** Every breach by field (snake case, as /v1 names them); an empty object when the mapping may be saved. */
export function checkMapping(mapping: Mapping, facts: MappingFacts): FieldErrors {
  const errors: FieldErrors = {};
  const add = (field: string, problem: Problem) => (errors[field] ??= []).push(problem);
  const m = MAPPING_PROBLEMS;

  if (mapping.humanKey === "") add("human_key", m.humanKeyRequired);
  else if (!isHumanKey(mapping.humanKey)) add("human_key", m.humanKeyRestrictions);
  else if (facts.humanKeyTaken) add("human_key", m.humanKeyInUse);

  const machineKey = parseMachineKey(mapping.machineKey);
  if (!machineKey) add("machine_key", m.machineKeyRequired);
  else if (facts.machineKeyTaken) add("machine_key", m.machineKeyInUse);

  if (machineKey && machineKey.bit !== null) {
    if (machineKey.bit > MAX_BIT) add("machine_key", m.bitRange);
    else if (facts.type && holdsBits(facts.type, machineKey) === false)
      add("machine_key", m.bitOfInteger);
  }

  if (facts.type === undefined) add("telemetry_type_id", m.typeUnknown);
  else if (facts.type && machineKey) {
    const { members, length } = facts.type;
    if (members.length > 0 && machineKey.child === null) add("machine_key", m.childRequired);
    else if (members.length > 0 && !members.some(({ name }) => name === machineKey.child))
      add("machine_key", m.childUnknown);
    if (length !== null && machineKey.index !== null && machineKey.index >= length)
      add("machine_key", m.indexTooLarge);
  }

  const { thresholdLowerBoundPercentile: lower, thresholdUpperBoundPercentile: upper } = mapping;
  if (lower === null) {
    if (mapping.thresholdAnomalyDetectionEnabled)
      add("threshold_lower_bound_percentile", m.lowerBoundRequired);
  } else if (!isLowerPercentile(lower)) add("threshold_lower_bound_percentile", m.lowerBoundRange);
  if (upper === null) {
    if (mapping.thresholdAnomalyDetectionEnabled)
      add("threshold_upper_bound_percentile", m.upperBoundRequired);
  } else if (!isUpperPercentile(upper)) add("threshold_upper_bound_percentile", m.upperBoundRange);

  if (
    mapping.utsAnomalyDetectionEnabled &&
    !facts.utsWasEnabled &&
    facts.utsEnabledOthers >= MAX_UTS_TAGS_PER_SAMPLER
  ) {
    add("uts_anomaly_detection_enabled", m.anomalyTagLimit);
  }
  return errors;
}

/** null where the type, or its member's, does not say what its values are. */
function holdsBits({ type, members }: MappingType, { child }: MachineKey): boolean | null {
  const own = members.length === 0 ? type : members.find(({ name }) => name === child)?.type;
  return own === undefined ? null : isIntegerType(own);
}

/** Spec 001 §5: 0 switches that side off, 100 the other. */
export const isLowerPercentile = (lower: number): boolean => lower >= 0 && lower < 50;
export const isUpperPercentile = (upper: number): boolean => upper > 50 && upper <= 100;

export const isHumanKey = (text: string): boolean =>
  text.length <= MAX_HUMAN_KEY_LENGTH && /^[A-Za-z0-9_]+$/.test(text);
