import { z } from "zod";
import { API_SCOPES } from "#app/domain/access/api-scopes.ts";
import { MAX_TOKEN_DAYS } from "#app/domain/access/api-token.ts";

/** Messages are codes, put into words where they are shown. `limit`: the server alone knows how many there are. */
export type TokenProblem = "required" | "scopes" | "limit";

export const tokenSchema = z.object({
  name: z.string("required").trim().min(1, "required").max(100, "required"),
  days: z.coerce.number().int().min(1).max(MAX_TOKEN_DAYS).catch(1),
  scopes: z.array(z.enum(API_SCOPES), "scopes").min(1, "scopes"),
});
export type TokenFields = z.output<typeof tokenSchema>;
