import { z } from "zod";
import { createApiToken, listApiTokens } from "#app/features/people/api-tokens.server.ts";
import {
  apiTokenJson,
  createdApiTokenJson,
  newApiTokenSchema,
  toApiTokenJson,
} from "#app/features/people/api-token-schemas.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/api_tokens", {
  GET: {
    summary: "The caller's own API tokens",
    access: "signed_in",
    response: z.object({ data: z.array(apiTokenJson) }),
    handle: async ({ deps, actor }) => ({
      data: (await listApiTokens({ ...deps, actor })).map(toApiTokenJson),
    }),
  },
  POST: {
    summary: "Make an API token; `token` is told only here",
    access: "signed_in",
    body: newApiTokenSchema,
    response: z.object({ data: createdApiTokenJson }),
    status: 201,
    async handle({ deps, actor, body: { name, scopes, expires_in_days: expiresInDays } }) {
      const created = await createApiToken({ ...deps, actor }, { name, scopes, expiresInDays });
      return { data: { ...toApiTokenJson(created), token: created.token } };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
