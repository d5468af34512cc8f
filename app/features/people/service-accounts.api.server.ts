import { z } from "zod";
import { defineApi } from "#app/api/define-api.server.ts";
import { rowId } from "#app/api/params.ts";
import { ADMINS } from "#app/domain/access/permissions.ts";
import {
  newServiceAccount,
  serviceAccountView,
  serviceAccountWithToken,
  serviceRotation,
  type ServiceAccount,
} from "./service-account.ts";
import {
  createServiceAccount,
  endServiceAccount,
  listServiceAccounts,
  rotateServiceToken,
} from "./service-accounts.server.ts";

const withToken = (account: ServiceAccount & { token: string }) => ({
  data: { ...serviceAccountView.toJson(account), token: account.token },
});

export const serviceAccountsApi = [
  defineApi("/v1/customers/{id}/service_accounts", {
    GET: {
      summary:
        "A customer's service accounts: tokens for programs, which are nobody's in particular",
      access: ADMINS,
      response: z.object({ data: z.array(serviceAccountView.schema) }),
      handle: async ({ ctx, params }) => ({
        data: (await listServiceAccounts(ctx, rowId(params.id))).map(serviceAccountView.toJson),
      }),
    },
    POST: {
      summary: "Make a service account of a customer; `token` is told only here",
      access: ADMINS,
      body: newServiceAccount,
      response: z.object({ data: serviceAccountWithToken }),
      status: 201,
      addsOnce: true,
      handle: async ({ ctx, params, body: { name, scopes, expires_in_days: expiresInDays } }) =>
        withToken(
          await createServiceAccount(ctx, rowId(params.id), { name, scopes, expiresInDays }),
        ),
    },
  }),
  defineApi("/v1/service_accounts/{id}", {
    DELETE: {
      summary: "End a service account; its token and its sockets end at once",
      access: ADMINS,
      response: z.object({ data: z.object({ id: z.int() }) }),
      handle: async ({ ctx, params }) => ({
        data: await endServiceAccount(ctx, rowId(params.id)),
      }),
    },
  }),
  defineApi("/v1/service_accounts/{id}/rotate", {
    POST: {
      summary:
        "Replace a service account's token; `token` is told only here and lives as long as the one before was made for; that one is taken for one hour more",
      access: ADMINS,
      body: serviceRotation,
      isBodyOptional: true,
      response: z.object({ data: serviceAccountWithToken }),
      handle: async ({ ctx, params, body }) =>
        withToken(
          await rotateServiceToken(ctx, rowId(params.id), {
            expiresInDays: body.expires_in_days,
          }),
        ),
    },
  }),
];
