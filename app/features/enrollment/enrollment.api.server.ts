import { z } from "zod";
import { rowId } from "#app/api/params.ts";
import { defineApi } from "#app/api/define-api.server.ts";
import { PROVIDERS } from "#app/domain/access/permissions.ts";
import {
  createEnrollmentKey,
  endEnrollmentKey,
  listEnrollmentKeys,
} from "./enrollment-keys.server.ts";
import { enrollmentKeyView, newEnrollmentKey } from "./schemas.server.ts";

export const enrollmentApi = [
  defineApi("/v1/enrollment_keys/{id}", {
    DELETE: {
      summary: "End an enrollment key; the machines that it made stay",
      access: PROVIDERS,
      response: z.object({ data: z.object({ id: z.int() }) }),
      handle: async ({ ctx, params }) => ({ data: await endEnrollmentKey(ctx, rowId(params.id)) }),
    },
  }),
  defineApi("/v1/enrollment_keys", {
    GET: {
      summary: "Enrollment keys that were not ended, with the machines that each made",
      access: PROVIDERS,
      response: z.object({ data: z.array(enrollmentKeyView.schema) }),
      handle: async ({ ctx }) => ({
        data: (await listEnrollmentKeys(ctx)).map(enrollmentKeyView.toJson),
      }),
    },
    POST: {
      summary: "Make an enrollment key; the key is told only here",
      access: PROVIDERS,
      body: newEnrollmentKey,
      response: z.object({ data: enrollmentKeyView.schema.extend({ key: z.string() }) }),
      status: 201,
      addsOnce: true,
      async handle({ ctx, body }) {
        const { key, ...row } = await createEnrollmentKey(ctx, body);
        return { data: { ...enrollmentKeyView.toJson(row), key } };
      },
    },
  }),
];
