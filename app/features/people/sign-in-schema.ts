import { z } from "zod";

/** Messages are keys of `validation`, put into words where they are shown. */
export const signInSchema = z.object({
  email: z.string("required").trim().min(1, "required").max(254, "email").pipe(z.email("email")),
  password: z.string("required").min(1, "required").max(1000, "required"),
});
