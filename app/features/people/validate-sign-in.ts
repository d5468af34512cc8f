import { parseWithZod } from "@conform-to/zod/v4";
import { signInSchema } from "./sign-in-schema.ts";

/** The same check in the browser and in the action. */
export const validateSignIn = ({ formData }: { formData: FormData }) =>
  parseWithZod(formData, { schema: signInSchema });
