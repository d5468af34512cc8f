import { useTranslation } from "react-i18next";
import type { DisplayProblem } from "./display-form-schema.ts";

/** A problem's code in words. */
export function useDisplayWords(waitSeconds: number | null = null) {
  const { t } = useTranslation();
  return (label: string, problems: readonly string[] | undefined): string[] =>
    (problems ?? []).slice(0, 1).map((problem) => {
      switch (problem as DisplayProblem) {
        case "too_long":
          return t("displays.problem_too_long");
        case "facilities":
          return t("displays.problem_facilities");
        case "one_customer":
          return t("displays.problem_one_customer");
        case "code":
          return t("displays.problem_code");
        case "wait":
          return t("displays.problem_wait", { minutes: Math.ceil((waitSeconds ?? 60) / 60) });
        case "required":
          return t("validation.required", { field: label });
      }
    });
}
