/** What is given of a maintenance that is added: by /v1 as it is named there, by the page's dialogs in days and as text. */
import { z } from "zod";
import { CUSTOM_KIND, CUSTOM_VALUE } from "#app/domain/maintenance/kinds.ts";
import { requiredLine } from "#app/domain/one-line.ts";
import { problemText } from "#app/domain/problems.ts";

export const MAX_NAME = 100;
export const MAX_LIFE_DAYS = 3_650;
const HOURS_A_DAY = 24;

const name = requiredLine(MAX_NAME);
/** Percent of life left. */
const cutoff = z.number().min(0).max(100);
const hours = z
  .number()
  .gt(0)
  .max(MAX_LIFE_DAYS * HOURS_A_DAY);

/** What the use case takes; `custom` is null for a kind of the catalogue. */
export type NewMaintenance = {
  /** Its key in the catalogue or its number (spec 001 §3). */
  kind: string | number;
  doubleUp: boolean | null;
  custom: { name: string; cutoffValue: number; lifeHours: number } | null;
};

const isCustom = (kind: string | number): boolean => kind === CUSTOM_KIND || kind === CUSTOM_VALUE;

export const newMaintenance = z
  .object({
    kind: z
      .union([z.string().trim().min(1).max(64), z.int().min(0).max(1_000)])
      .meta({ description: "`kind` or `value` of one of the machine's available_types" }),
    double_up: z.boolean().nullish(),
    custom_name: name.nullish(),
    custom_cutoff_value: cutoff.nullish().meta({ description: "Percent of life left" }),
    custom_max_tag_threshold: hours
      .nullish()
      .meta({ description: "Lifetime of the part in hours: days × 24" }),
  })
  .transform((given, context): NewMaintenance => {
    const doubleUp = given.double_up ?? null;
    if (!isCustom(given.kind)) return { kind: given.kind, doubleUp, custom: null };
    const { custom_name, custom_cutoff_value, custom_max_tag_threshold } = given;
    const required = { custom_name, custom_cutoff_value, custom_max_tag_threshold };
    for (const [field, value] of Object.entries(required))
      if (value === null || value === undefined)
        context.addIssue({
          code: "custom",
          path: [field],
          message: problemText({ code: "required" }),
        });
    return {
      kind: CUSTOM_KIND,
      doubleUp: null,
      custom: {
        name: custom_name ?? "",
        cutoffValue: custom_cutoff_value ?? 0,
        lifeHours: custom_max_tag_threshold ?? 0,
      },
    };
  });

export const newMaintenanceBody = z.object({
  device_id: z
    .union([z.int().positive(), z.string().trim().min(1).max(128)])
    .meta({ description: "Id or serial number" }),
  maintenance: newMaintenance,
});

/** Digits with at most one point or comma. */
const TYPED_NUMBER = /^-?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/;
/** "1,000" is a thousand to some and one to others. */
const MAYBE_THOUSANDS = /^\d{1,3}[.,]\d{3}$/;

/** A number as somebody types it: a comma counts as a point. */
const typedNumber = (
  range: z.ZodType<number, number>,
  { maybeThousands = false }: { maybeThousands?: boolean } = {},
) =>
  z
    .string()
    .trim()
    .min(1)
    .max(20)
    .transform((text, context): number => {
      const refuse = (code: "not_a_number" | "separator_of_thousands"): never => {
        context.addIssue({ code: "custom", message: problemText({ code }) });
        return z.NEVER;
      };
      if (!TYPED_NUMBER.test(text)) return refuse("not_a_number");
      if (maybeThousands && MAYBE_THOUSANDS.test(text)) return refuse("separator_of_thousands");
      return Number(text.replace(",", "."));
    })
    .pipe(range);

/** The dialog of a custom maintenance. */
export const customMaintenanceForm = z.object({
  custom_name: name,
  lifetime_days: typedNumber(z.number().gt(0).max(MAX_LIFE_DAYS), { maybeThousands: true }),
  custom_cutoff_value: typedNumber(cutoff),
});

export const fromCustomForm = (form: z.output<typeof customMaintenanceForm>): NewMaintenance => ({
  kind: CUSTOM_KIND,
  doubleUp: null,
  custom: {
    name: form.custom_name,
    cutoffValue: form.custom_cutoff_value,
    lifeHours: form.lifetime_days * HOURS_A_DAY,
  },
});

/** The dialog that adds a kind of the catalogue. */
export const kindForm = z.object({
  kind: z.string().trim().min(1).max(64),
  double_up: z.literal("on").optional(),
});
