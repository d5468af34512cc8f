import { z } from "zod";
import { createApiToken, listApiTokens, revokeApiToken } from "./api-tokens.server.ts";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { apiTokenView, createdApiTokenJson, newApiToken } from "./api-token.ts";

export const apiTokensApi = [
  defineApi("/v1/api_tokens/{id}", {
    DELETE: {
      summary: "Take an API token of one's own back; it and its sockets end at once",
      access: "signed_in",
      response: z.object({ data: z.object({ id: z.int() }) }),
      handle: async ({ ctx, params }) => ({
        data: await revokeApiToken(ctx, rowId(params.id)),
      }),
    },
  }),
  defineApi("/v1/api_tokens", {
    GET: {
      summary: "The caller's own API tokens",
      access: "signed_in",
      response: z.object({ data: z.array(apiTokenView.schema) }),
      handle: async ({ ctx }) => ({
        data: (await listApiTokens(ctx)).map(apiTokenView.toJson),
      }),
    },
    POST: {
      summary: "Make an API token; `token` is told only here",
      access: "signed_in",
      body: newApiToken,
      response: z.object({ data: createdApiTokenJson }),
      status: 201,
      addsOnce: true,
      async handle({ ctx, body: { name, scopes, expires_in_days: expiresInDays } }) {
        const created = await createApiToken(ctx, { name, scopes, expiresInDays });
        return { data: { ...apiTokenView.toJson(created), token: created.token } };
      },
    },
  }),
];
