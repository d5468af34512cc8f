import { z } from "zod";

/** Messages are codes, put into words where they are shown. Whether a code is the right one the server alone knows. */
export type CodeProblem = "digits" | "wrong" | "expired";

export const confirmSchema = z.object({
  intent: z.literal("confirm"),
  code: z
    .string("digits")
    .trim()
    .regex(/^\d{6}$/, "digits"),
});
/** Either form of the page. */
export const smsSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("send") }),
  confirmSchema,
]);
export type CodeFields = z.output<typeof confirmSchema>;
