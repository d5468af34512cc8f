/** What a page that sets a password is told: problems as codes by field, or that it is done and where it leads. */
import type { PasswordProblem } from "./password-rules.ts";

export type PasswordErrors = {
  password?: PasswordProblem[];
  password_confirmation?: "mismatch"[];
  link?: "dead"[];
  /** Of the first superuser, who also says who they are. */
  email?: ("taken" | "email")[];
  name?: "required"[];
};
export type PasswordAnswer = { done: true; to: string } | { done?: false; errors: PasswordErrors };
