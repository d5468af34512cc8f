/** API tokens as forms and /v1 take and answer them. */
import { z } from "zod";
import { API_SCOPES } from "#app/domain/access/api-scopes.ts";
import { MAX_TOKEN_DAYS } from "#app/domain/access/api-token.ts";

export const newApiTokenSchema = z.object({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.enum(API_SCOPES)).min(1),
  expires_in_days: z.coerce.number().int().min(1).max(MAX_TOKEN_DAYS).default(90),
});

export const apiTokenJson = z.object({
  id: z.int(),
  name: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});
export const createdApiTokenJson = apiTokenJson.extend({ token: z.string() });

type ApiToken = {
  id: number;
  name: string;
  scopes: (typeof API_SCOPES)[number][];
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
};

export const toApiTokenJson = (token: ApiToken): z.input<typeof apiTokenJson> => ({
  id: token.id,
  name: token.name,
  scopes: token.scopes,
  created_at: new Date(token.createdAt).toISOString(),
  expires_at: new Date(token.expiresAt).toISOString(),
  last_used_at: token.lastUsedAt === null ? null : new Date(token.lastUsedAt).toISOString(),
});
