/** A question of the analytics tab with a name: what of it can be written, by form and /v1 alike, and how it is shown. */
import { z } from "zod";
import { jsonView } from "#app/domain/json-view.ts";
import { requiredLine } from "#app/domain/one-line.ts";

const MAX_NAME = 100;
/** Fifteen names of 128 letters, each of which an address may write as three. */
export const MAX_SEARCH = 8_000;
/** What the tab reads of its address; anything else is left out. */
const FIELDS = [
  "type",
  "timezone",
  "date_range",
  "metrics",
  "xy-metrics",
  "regressions",
  "datapoints",
  "feeding",
  "compare",
  "align",
];

const search = z
  .string()
  .max(MAX_SEARCH)
  .transform((text) => {
    const given = new URLSearchParams(text);
    const kept = new URLSearchParams();
    for (const name of FIELDS) {
      const value = given.get(name);
      if (value !== null) kept.set(name, value);
    }
    return kept.toString();
  })
  .meta({ description: "The query of the analytics tab's address" });

export const newSavedQuestion = z.object({
  name: requiredLine(MAX_NAME),
  search,
  /** For everybody who sees the machine. */
  is_shared: z.boolean().default(false),
});

export const savedQuestionView = jsonView(
  {
    id: z.int(),
    device_id: z.int(),
    name: z.string(),
    search: z.string(),
    is_shared: z.boolean(),
    /** Below Helios' own address. */
    path: z.string(),
    /** null: the account is gone. */
    user_name: z.string().nullable(),
    can_delete: z.boolean(),
  },
  { created_at: "always" },
);

/** Times are Unix milliseconds. */
export type SavedQuestion = {
  id: number;
  deviceId: number;
  name: string;
  search: string;
  isShared: boolean;
  path: string;
  userName: string | null;
  canDelete: boolean;
  createdAt: number;
};
