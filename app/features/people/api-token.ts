/** An API token: what of it can be chosen, by form and /v1 alike, and how it is shown. The token itself is shown once. */
import { z } from "zod";
import { API_SCOPES, type ApiScope } from "#app/domain/access/api-scopes.ts";
import { MAX_TOKEN_DAYS } from "#app/domain/access/api-token.ts";
import { jsonView } from "#app/domain/json-view.ts";
import { requiredLine } from "#app/domain/one-line.ts";

export const newApiToken = z.object({
  name: requiredLine(100),
  scopes: z.array(z.enum(API_SCOPES)).min(1).max(API_SCOPES.length),
  expires_in_days: z.coerce.number<unknown>().int().min(1).max(MAX_TOKEN_DAYS).default(90),
});

export const apiTokenView = jsonView(
  { id: z.int(), name: z.string(), scopes: z.array(z.enum(API_SCOPES)) },
  { created_at: "always", expires_at: "always", last_used_at: "orNull" },
);
export const createdApiTokenJson = apiTokenView.schema.extend({ token: z.string() });

/** Times are Unix milliseconds. */
export type ApiToken = {
  id: number;
  name: string;
  scopes: ApiScope[];
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
};

/** `token`: the new one, shown once. */
export type CreatedToken = { name: string; token: string };
