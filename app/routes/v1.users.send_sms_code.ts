import { z } from "zod";
import { sendPhoneCode } from "#app/features/people/verify-phone.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/users/send_sms_code", {
  GET: {
    summary:
      "Send a six-digit code to the own phone, valid for 10 minutes; needs the header X-Requested-With",
    access: "signed_in",
    needsMarker: true,
    response: z.object({
      data: z.object({ phone: z.string(), expires_at: z.iso.datetime() }),
      message: z.string(),
    }),
    async handle({ deps, actor }) {
      const { phone, expiresAt } = await sendPhoneCode({ ...deps, actor });
      return {
        data: { phone, expires_at: new Date(expiresAt).toISOString() },
        message: "The code is on its way.",
      };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
