/** A mapping's form: the machine key in its four parts, and everything else as a mapping has it. */
import { z } from "zod";
import { problemText } from "#app/domain/problems.ts";
import {
  formatMachineKey,
  MAX_MACHINE_KEY_LENGTH,
  parseMachineKey,
  type MachineKey,
} from "#app/domain/samplers/machine-key.ts";
import { isHumanKey, MAPPING_PROBLEMS } from "#app/domain/samplers/mapping-rules.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";
import type { MappingJson } from "./schemas.ts";

const { humanKeyRestrictions, lowerBoundRange, upperBoundRange } = MAPPING_PROBLEMS;
const { lowerBoundRequired, upperBoundRequired } = MAPPING_PROBLEMS;

export const mappingForm = z
  .object({
    parent: z.string().trim().min(1).max(MAX_MACHINE_KEY_LENGTH),
    child: z.string().trim().max(128).optional(),
    index: z.number().int().min(0).max(999_999).optional(),
    bit: z.number().int().min(0).max(31).optional(),
    human_key: z
      .string()
      .trim()
      .min(1)
      .refine((key) => key === "" || isHumanKey(key), problemText(humanKeyRestrictions)),
    telemetry_type_id: rowIdField.optional(),
    primary_section: z.string().trim().max(64).optional(),
    uts_anomaly_detection_enabled: z.boolean().default(false),
    threshold_anomaly_detection_enabled: z.boolean().default(false),
    threshold_lower_bound_percentile: z
      .number()
      .refine((lower) => lower >= 0 && lower < 50, problemText(lowerBoundRange))
      .optional(),
    threshold_upper_bound_percentile: z
      .number()
      .refine((upper) => upper > 50 && upper <= 100, problemText(upperBoundRange))
      .optional(),
  })
  .superRefine((mapping, { addIssue }) => {
    if (!mapping.threshold_anomaly_detection_enabled) return;
    const require = (
      field: Bound,
      problem: typeof lowerBoundRequired | typeof upperBoundRequired,
    ) => {
      if (mapping[field] === undefined)
        addIssue({ code: "custom", path: [field], message: problemText(problem) });
    };
    require("threshold_lower_bound_percentile", lowerBoundRequired);
    require("threshold_upper_bound_percentile", upperBoundRequired);
  });
type Bound = "threshold_lower_bound_percentile" | "threshold_upper_bound_percentile";
export type MappingForm = z.output<typeof mappingForm>;

/** A key's parts as fields hold them. */
export type KeyFields = { parent: string; child: string; index: string; bit: string };

export function toKeyFields(machineKey: string): KeyFields {
  const key = parseMachineKey(machineKey);
  if (key === null) return { parent: machineKey, child: "", index: "", bit: "" };
  const { parent, child, index, bit } = key;
  return { parent, child: child ?? "", index: String(index ?? ""), bit: String(bit ?? "") };
}

/** The whole key of its fields; `before`: as it was, which stays to the letter while its parts stay (`Drive[007]`). */
export function toMachineKey(fields: KeyFields, before: string | null): string {
  const key = formatMachineKey(toParts(fields));
  const known = before === null ? null : parseMachineKey(before);
  return known !== null && formatMachineKey(known) === key ? before! : key;
}

const toParts = ({ parent, child, index, bit }: KeyFields): MachineKey => ({
  parent: parent.trim(),
  child: child.trim() === "" ? null : child.trim(),
  index: toNumber(index),
  bit: toNumber(bit),
});
const toNumber = (text: string): number | null =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : null;

/** Of the form as it was sent. */
export const keyOfForm = ({ parent, child, index, bit }: MappingForm, before: string | null) =>
  toMachineKey(
    { parent, child: child ?? "", index: String(index ?? ""), bit: String(bit ?? "") },
    before,
  );

/** What the form holds of a mapping that stands; of a new one the defaults of spec 001 §5. */
export const toFormValue = (mapping: Partial<MappingJson>) => ({
  ...toKeyFields(mapping.machine_key ?? ""),
  human_key: mapping.human_key ?? "",
  telemetry_type_id: String(mapping.telemetry_type_id ?? ""),
  primary_section: mapping.primary_section ?? "",
  uts_anomaly_detection_enabled: mapping.uts_anomaly_detection_enabled ? "on" : "",
  threshold_anomaly_detection_enabled:
    (mapping.threshold_anomaly_detection_enabled ?? true) ? "on" : "",
  threshold_lower_bound_percentile: textOf(mapping.threshold_lower_bound_percentile, "0.1"),
  threshold_upper_bound_percentile: textOf(mapping.threshold_upper_bound_percentile, "99.9"),
});
const textOf = (value: number | null | undefined, byDefault: string): string =>
  value === undefined ? byDefault : String(value ?? "");

/** What a form of the mappings did. */
export type MappingDone = { id: number; humanKey: string };
