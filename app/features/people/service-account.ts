/** A service account: what of it can be chosen, by form and /v1 alike, and how it is shown. The token is shown once. */
import { z } from "zod";
import { API_SCOPES, type ApiScope } from "#app/domain/access/api-scopes.ts";
import { MAX_SERVICE_TOKEN_DAYS } from "#app/domain/access/service-account.ts";
import { jsonView } from "#app/domain/json-view.ts";
import { requiredLine } from "#app/domain/one-line.ts";

const days = z.coerce.number<unknown>().int().min(1).max(MAX_SERVICE_TOKEN_DAYS);
export const newServiceAccount = z.object({
  name: requiredLine(100),
  scopes: z.array(z.enum(API_SCOPES)).min(1).max(API_SCOPES.length),
  expires_in_days: days.default(MAX_SERVICE_TOKEN_DAYS),
});
/** Left out: as long as the token that is replaced was made for. */
export const serviceRotation = z.object({ expires_in_days: days.optional() });

export const serviceAccountView = jsonView(
  {
    id: z.int(),
    customer_id: z.int(),
    name: z.string(),
    scopes: z.array(z.enum(API_SCOPES)),
  },
  {
    created_at: "always",
    expires_at: "always",
    last_used_at: "orNull",
    previous_until: "orNull",
  },
);
export const serviceAccountWithToken = serviceAccountView.schema.extend({ token: z.string() });

/** Times are Unix milliseconds. */
export type ServiceAccount = {
  id: number;
  customerId: number;
  name: string;
  scopes: ApiScope[];
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
  /** Until then the token before the last rotation is taken. */
  previousUntil: number | null;
};
