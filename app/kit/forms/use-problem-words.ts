import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { withWrittenNumbers, type Problem } from "#app/domain/problems.ts";
import "./texts.ts";

/**
 * The first problem of a field in the reader's language; the others show once it is solved. `asked`: of a form that only asks,
 * in which nothing was entered; problems that speak of what was have words of their own then. `file`: of a line of a file, which
 * is written and not chosen.
 */
export function useProblemWords(context?: "asked" | "file") {
  const { t, i18n } = useTranslation();
  const { locale } = useFormats();
  // What each text is given is typed where problems are (domain/problems.ts).
  const say = t as (key: ParseKeys, values: Record<string, string>) => string;
  return (problems: readonly Problem[] | null | undefined, field = ""): string[] =>
    (problems ?? []).slice(0, 1).map((problem) => {
      const { code, ...values } = withWrittenNumbers(locale, problem);
      // Not i18next's context, which a page's own texts do not know (locales/page-texts.ts).
      const own = `${code}_${context}` as const;
      const isOwn = context !== undefined && i18n.exists(`problems.${own}`);
      return say(`problems.${isOwn ? own : code}` as ParseKeys, { field, ...values });
    });
}
