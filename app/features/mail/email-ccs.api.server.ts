import { z } from "zod";
import { defineApi } from "#app/api/define-api.server.ts";
import { rowId } from "#app/api/params.ts";
import { emailCc, emailCcView } from "./email-cc.ts";
import {
  addEmailCc,
  changeEmailCc,
  deleteEmailCc,
  getEmailCc,
  listEmailCcs,
  listPotentialEmails,
} from "./email-ccs.server.ts";

const SUPERUSERS = ["superuser"] as const;
const one = z.object({ data: emailCcView.schema });

export const emailCcsApi = [
  defineApi("/v1/notifications/email_ccs", {
    GET: {
      summary: "People who are copied on every notification mail",
      access: SUPERUSERS,
      scope: null,
      response: z.object({ data: z.array(emailCcView.schema) }),
      handle: async ({ ctx }) => ({ data: (await listEmailCcs(ctx)).map(emailCcView.toJson) }),
    },
    POST: {
      summary: "Copies somebody on every notification mail from now on",
      access: SUPERUSERS,
      scope: null,
      body: emailCc,
      response: one,
      status: 201,
      handle: async ({ ctx, body }) => ({ data: emailCcView.toJson(await addEmailCc(ctx, body)) }),
    },
  }),
  defineApi("/v1/notifications/email_ccs/potential_emails", {
    GET: {
      summary: "Addresses of active users that are not in the list yet",
      access: SUPERUSERS,
      scope: null,
      response: z.object({ data: z.array(z.string()) }),
      handle: async ({ ctx }) => ({ data: await listPotentialEmails(ctx) }),
    },
  }),
  defineApi("/v1/notifications/email_ccs/{id}", {
    GET: {
      summary: "One entry of the people who are copied",
      access: SUPERUSERS,
      scope: null,
      response: one,
      handle: async ({ ctx, params }) => ({
        data: emailCcView.toJson(await getEmailCc(ctx, rowId(params.id))),
      }),
    },
    PUT: {
      summary: "Changes an entry; what is left out stays",
      access: SUPERUSERS,
      scope: null,
      body: emailCc.partial(),
      response: one,
      async handle({ ctx, params, body }) {
        const given = Object.fromEntries(
          Object.entries(body).filter(([, value]) => value !== undefined),
        );
        return { data: emailCcView.toJson(await changeEmailCc(ctx, rowId(params.id), given)) };
      },
    },
    DELETE: {
      summary: "Copies them on nothing from now on",
      access: SUPERUSERS,
      scope: null,
      response: z.object({ data: z.object({ id: z.int(), name: z.string() }) }),
      handle: async ({ ctx, params }) => ({ data: await deleteEmailCc(ctx, rowId(params.id)) }),
    },
  }),
];
