import { useTranslation } from "react-i18next";
import type { PasswordFieldName } from "#app/domain/access/password-forms.ts";

const PROBLEMS = {
  too_short: "password.too_short",
  too_long: "password.too_long",
  too_common: "password.too_common",
  mismatch: "password.mismatch",
  name_too_long: "password.nameTooLong",
  email: "validation.email",
  taken: "password.emailTaken",
  in_use: "password.inUse",
  current_required: "password.currentRequired",
} as const;
const isProblem = (code: string): code is keyof typeof PROBLEMS => Object.hasOwn(PROBLEMS, code);

/** The problems of a form that sets a password, in words. */
export function usePasswordWords() {
  const { t } = useTranslation();
  const labels: Record<PasswordFieldName, string> = {
    first_name: t("password.firstName"),
    last_name: t("password.lastName"),
    email: t("login.email"),
    current_password: t("password.currentPassword"),
    password: t("password.password"),
    password_confirmation: t("password.confirmation"),
  };
  /** The first problem of a field; null when it has none. */
  const problem = (
    field: PasswordFieldName,
    codes: readonly string[] | null | undefined,
  ): string | null => {
    const [code] = codes ?? [];
    if (code === undefined) return null;
    return isProblem(code) ? t(PROBLEMS[code]) : t("validation.required", { field: labels[field] });
  };
  /** The same where the field is not beside it. */
  const line = (
    field: PasswordFieldName,
    codes: readonly string[] | null | undefined,
  ): string | null => {
    const words = problem(field, codes);
    return words === null || words.startsWith(labels[field])
      ? words
      : t("password.problemLine", { field: labels[field], problem: words });
  };
  return { labels, problem, line };
}
