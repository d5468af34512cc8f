import type { FieldErrors } from "#app/domain/errors.ts";
import { MAX_UTS_TAGS_PER_SAMPLER } from "#app/domain/limits.ts";
import { parseMachineKey } from "./machine-key.ts";

/** Spec 001 §5 'Mapping' and §9. */
export const MAX_HUMAN_KEY_LENGTH = 64;
export const DEFAULT_LOWER_PERCENTILE = 0.1;
export const DEFAULT_UPPER_PERCENTILE = 99.9;

/** Names of texts in the locale file; /v1 answers the English one after it. */
export const MAPPING_MESSAGES = {
  humanKeyRequired: "Human tag is required",
  humanKeyRestrictions:
    "Human tag may contain only letters, digits and underscore, at most 64 characters",
  humanKeyInUse: "Human tag already in use",
  machineKeyRequired:
    "Machine tag needs a parent tag: Parent, Parent.Child, Parent[index] or Parent|bit, at most 256 characters",
  machineKeyInUse: "Machine tag already in use",
  childRequired: "Choose a member: this type has members",
  childUnknown: "This type has no member of that name",
  indexTooLarge: "The array index is beyond the type's length",
  typeUnknown: "This sampler has no such telemetry type",
  lowerBoundRange: "Lower percentile must be 0, or more than 0 and less than 50",
  upperBoundRange: "Upper percentile must be more than 50 and at most 100",
  lowerBoundRequired: "Lower percentile is required when threshold anomaly detection is on",
  upperBoundRequired: "Upper percentile is required when threshold anomaly detection is on",
  anomalyTagLimit: "UTS anomaly detection is already enabled for 200 tags of this sampler",
} as const;

export type MappingType = {
  id: number;
  members: readonly { name: string }[];
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
  const add = (field: string, message: string) => (errors[field] ??= []).push(message);
  const m = MAPPING_MESSAGES;

  if (mapping.humanKey === "") add("human_key", m.humanKeyRequired);
  else if (!isHumanKey(mapping.humanKey)) add("human_key", m.humanKeyRestrictions);
  else if (facts.humanKeyTaken) add("human_key", m.humanKeyInUse);

  const machineKey = parseMachineKey(mapping.machineKey);
  if (!machineKey) add("machine_key", m.machineKeyRequired);
  else if (facts.machineKeyTaken) add("machine_key", m.machineKeyInUse);

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
  } else if (!(lower >= 0 && lower < 50))
    add("threshold_lower_bound_percentile", m.lowerBoundRange);
  if (upper === null) {
    if (mapping.thresholdAnomalyDetectionEnabled)
      add("threshold_upper_bound_percentile", m.upperBoundRequired);
  } else if (!(upper > 50 && upper <= 100))
    add("threshold_upper_bound_percentile", m.upperBoundRange);

  if (
    mapping.utsAnomalyDetectionEnabled &&
    !facts.utsWasEnabled &&
    facts.utsEnabledOthers >= MAX_UTS_TAGS_PER_SAMPLER
  ) {
    add("uts_anomaly_detection_enabled", m.anomalyTagLimit);
  }
  return errors;
}

export const isHumanKey = (text: string): boolean =>
  text.length <= MAX_HUMAN_KEY_LENGTH && /^[A-Za-z0-9_]+$/.test(text);
