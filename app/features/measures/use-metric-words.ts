import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { MetricWords } from "#app/domain/measures/own-words.ts";
import { FALLBACK_LOCALE, isLocale } from "#app/domain/preferences.ts";
import { METRIC_WORDS } from "#app/domain/metrics/metric-words.ts";

/** What metrics are called in the reader's language. */
export function useMetricWords(): MetricWords {
  const { t, i18n } = useTranslation("glossary");
  return useMemo(() => {
    const inLanguage = <Group extends Exclude<keyof typeof METRIC_WORDS, "boolean">>(
      group: Group,
    ) =>
      Object.fromEntries(
        Object.keys(METRIC_WORDS[group]).map((key) => [
          key,
          t(`${group}.${key}` as "metrics.uptime"),
        ]),
      );
    return {
      metrics: inLanguage("metrics"),
      units: inLanguage("units"),
      states: inLanguage("states"),
      encoded: inLanguage("encoded"),
      boolean: { yes: t("boolean.yes"), no: t("boolean.no") },
      language: isLocale(i18n.language) ? i18n.language : FALLBACK_LOCALE,
    };
  }, [t, i18n.language]);
}
