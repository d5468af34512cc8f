/** Forms that set a password. Messages are codes, put into words where they are shown; what is a good password the domain says. */
import { z } from "zod";
import { mailAddress } from "#app/domain/mail/address.ts";
import { passwordProblem } from "./password-rules.ts";

/** An empty field does not come at all. */
const password = z.string("too_short").superRefine((text, context) => {
  const problem = passwordProblem(text);
  if (problem !== null) context.addIssue({ code: "custom", message: problem });
});
const name = z.string("required").trim().min(1, "required").max(100, "name_too_long");

type Twice = { password?: string | undefined; password_confirmation?: string | undefined };
function isTwice({ password, password_confirmation }: Twice, context: z.RefinementCtx): void {
  if (password !== password_confirmation)
    context.addIssue({ code: "custom", message: "mismatch", path: ["password_confirmation"] });
}
/** Told beside what is wrong with the password itself. */
const confirmed = { password, password_confirmation: z.string().optional() };

export const newPasswordSchema = z.object(confirmed).superRefine(isTwice);
/** Of the first superuser, who also says who they are. */
export const firstSuperuserSchema = z
  .object({
    first_name: name,
    last_name: name,
    email: mailAddress(),
    ...confirmed,
  })
  .superRefine(isTwice);

export type NewPasswordFields = Partial<
  z.output<typeof firstSuperuserSchema> & {
    /** Of somebody whose reset is no longer forced. */
    current_password: string;
  }
>;
export const PASSWORD_FIELDS = [
  "first_name",
  "last_name",
  "email",
  "current_password",
  "password",
  "password_confirmation",
] as const;
export type PasswordFieldName = (typeof PASSWORD_FIELDS)[number];
/** Never sent back to a page. */
export const SECRET_FIELDS = ["current_password", "password", "password_confirmation"];
