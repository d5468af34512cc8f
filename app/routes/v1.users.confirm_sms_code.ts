import { z } from "zod";
import { confirmPhoneCode } from "#app/features/people/verify-phone.server.ts";
import { defineApi } from "#app/api/define-api.server.ts";

const api = defineApi("/v1/users/confirm_sms_code", {
  POST: {
    summary: "Prove the own phone by the code that was sent to it; five tries",
    access: "signed_in",
    body: z.object({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, "must be six digits"),
    }),
    response: z.object({
      data: z.object({ phone_verified_at: z.iso.datetime() }),
      message: z.string(),
    }),
    async handle({ deps, actor, body }) {
      const { phoneVerifiedAt } = await confirmPhoneCode({ ...deps, actor }, body.code);
      return {
        data: { phone_verified_at: new Date(phoneVerifiedAt).toISOString() },
        message: "The phone number is confirmed.",
      };
    },
  },
});
export const loader = api.loader;
export const action = api.action;
