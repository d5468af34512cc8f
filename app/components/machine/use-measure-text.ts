import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { findMetric, type MetricDefinition } from "#app/domain/metrics/registry.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";

type Unit = MetricDefinition["unit"];

/** What a measure is called and how its value reads; a tag that Helios does not know keeps its own name. */
export function useMeasureText() {
  const { t, i18n } = useTranslation("glossary");
  const formats = useFormats();
  return {
    title: (metric: string): string => {
      const key = `metrics.${metric}`;
      return i18n.exists(key, { ns: "glossary" }) ? t(key as "metrics.uptime") : sentence(metric);
    },
    /** Time and yes/no carry their unit in the words. */
    unit: (unit: Unit): string | null =>
      unit === null || unit === "seconds" ? null : t(`units.${unit}`),
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
          return formats.number(value, Number.isInteger(value) ? 0 : 3);
      }
    },
  };
}

/** `bearing_temp_1_f` as "Bearing temp 1 f". */
const sentence = (key: string): string =>
  key.slice(0, 1).toUpperCase() + key.slice(1).replaceAll("_", " ");
