/** A request for a quote of parts, as superusers see and change it. */
import { z } from "zod";
import { jsonView } from "#app/domain/json-view.ts";
import { rowIdField } from "#app/domain/row-id-field.ts";

export const QUOTE_STATES = ["asked", "answered"] as const;
export type QuoteState = (typeof QUOTE_STATES)[number];
export const MAX_NOTE = 500;

export const quoteChange = z.object({
  state: z.enum(QUOTE_STATES),
  note: z.string().trim().max(MAX_NOTE).default(""),
});
/** As the page sends it. */
export const quoteForm = quoteChange.extend({ id: rowIdField });
export type QuoteChange = z.output<typeof quoteChange>;

export const quoteRequest = z.object({ token: z.string().min(1).max(128) });

export const partsQuoteView = jsonView(
  {
    id: z.int(),
    maintenance_id: z.int().nullable(),
    maintenance_name: z.string(),
    kind: z.string().meta({ description: "Key in the catalogue, or custom" }),
    target: z.string(),
    device_id: z.int(),
    device_name: z.string(),
    facility_id: z.int().nullable(),
    facility_name: z.string().nullable(),
    timezone: z.string().nullable().meta({ description: "Of the facility" }),
    customer_id: z.int().nullable(),
    customer_name: z.string().nullable(),
    user_name: z.string().nullable(),
    state: z.enum(QUOTE_STATES),
    note: z.string(),
  },
  { requested_at: "always" },
);

export type PartsQuoteJson = ReturnType<typeof partsQuoteView.toJson>;

/** Times are Unix milliseconds. */
export type PartsQuote = {
  id: number;
  /** null: deleted since. */
  maintenanceId: number | null;
  maintenanceName: string;
  kind: string;
  target: string;
  deviceId: number;
  deviceName: string;
  facilityId: number | null;
  facilityName: string | null;
  timezone: string | null;
  customerId: number | null;
  customerName: string | null;
  userName: string | null;
  state: QuoteState;
  note: string;
  requestedAt: number;
};
