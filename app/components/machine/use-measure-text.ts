import type { i18n } from "i18next";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import { tagWords } from "#app/domain/metrics/tag-words.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";
import { FALLBACK_LOCALE, isLocale } from "#app/domain/preferences.ts";

/** From here on a value of a tag whose unit is known has one decimal, below it two. */
const COARSE_FROM = 10;

/** What a measure is called, its unit and how its value reads; a tag that Helios does not know is called what its parts say, else by its own name. */
export function useMeasureText() {
  const { t, i18n } = useTranslation("glossary");
  const formats = useFormats();
  return {
    title: (metric: string): string => measureTitle(metric, i18n),
    /** Time and yes/no carry their unit in the words. */
    unit: (metric: string): string | null => {
      const definition = findMetric(metric);
      if (definition === undefined) return tagWords(metric, formats.locale)?.unit || null;
      const { unit } = definition;
      return unit === null || unit === "seconds" ? null : t(`units.${unit}`);
    },
    value: (metric: string, value: number | string | null): string => {
      const definition = findMetric(metric);
      if (value === null) return "–";
      // A fraction that may pass 1 (CONTRACT §4), read as percent.
      if (metric === "operating_productivity" && typeof value === "number")
        return formats.number(value * 100);
      if (metric === "machine_state") return t(`states.${toMachineState(value)}`);
      if (typeof value === "string") return value;
      switch (definition?.type) {
        case "boolean":
          return value === 0 ? t("boolean.no") : t("boolean.yes");
        case "seconds":
          return formats.duration(value);
        case "encoded":
          return t(`encoded.${definition.encoding?.[value] ?? "unknown"}` as "encoded.off");
        case "percentage":
        case "float":
          return formats.number(value, definition.decimals);
        default:
          if (tagWords(metric, formats.locale)?.unit)
            return formats.number(value, Math.abs(value) < COARSE_FROM ? 2 : 1);
          return formats.number(value, Number.isInteger(value) ? 0 : 3);
      }
    },
  };
}

/** The same title, where there is no component to ask. */
export function measureTitle(metric: string, i18n: i18n): string {
  const key = `metrics.${metric}`;
  if (i18n.exists(key, { ns: "glossary" }))
    return i18n.t(key as "metrics.uptime", { ns: "glossary" });
  const locale = isLocale(i18n.language) ? i18n.language : FALLBACK_LOCALE;
  return tagWords(metric, locale)?.title ?? sentence(metric);
}

/** `gizmo_temp_1_f` as "Gizmo temp 1 f". */
const sentence = (key: string): string =>
  key.slice(0, 1).toUpperCase() + key.slice(1).replaceAll("_", " ");
