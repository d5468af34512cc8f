import { useTranslation } from "react-i18next";
import { useMeasureText } from "#app/components/machine/use-measure-text.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { COMPARATOR_SIGNS } from "#app/domain/alarms/types.ts";
import { formatEither } from "#app/domain/formats/lists.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";
import type { AlarmDefinition } from "./alarm.ts";
import "./texts.ts";
import { SECOND_MS } from "#app/domain/durations.ts";

/** What an alarm watches, as a sentence: tag, comparison, threshold or detections, period, states. */
export function useAlarmWords() {
  const { t } = useTranslation();
  const { t: glossary } = useTranslation("glossary");
  const measure = useMeasureText();
  const formats = useFormats();
  return ({
    function: kind,
    arguments: wanted,
    samplerName = null,
  }: Pick<AlarmDefinition, "function" | "arguments"> & { samplerName?: string | null }): string => {
    const tag = measure.title(wanted.tag_name);
    const period = formats.period(wanted.period / SECOND_MS);
    if (kind === "no_data_for_time_period") {
      const { source = "machine" } = wanted;
      const name = source === "tag" ? tag : (samplerName ?? `#${wanted.sampler_id ?? ""}`);
      return t(`alarms.watchesSilence_${source}`, { name, period });
    }
    if (kind === "anomalous_for_time_period") {
      const by = [
        wanted.uts_ad_enabled && t("alarms.uts"),
        wanted.threshold_ad_enabled && t("alarms.thresholds"),
      ].filter((one) => typeof one === "string");
      return t("alarms.watchesAnomaly", { tag, by: formatEither(formats.locale, by), period });
    }
    const metric = findMetric(wanted.tag_name);
    const threshold = wanted.threshold ?? 0;
    const states = (wanted.machine_states ?? []).map((code) =>
      glossary(`states.${toMachineState(code)}`),
    );
    const what = t("alarms.watches", {
      tag,
      comp: wanted.comp ? COMPARATOR_SIGNS[wanted.comp] : "",
      // Of yes and no the word: "= 1" is a programmer's.
      threshold:
        metric?.type === "boolean" && (threshold === 0 || threshold === 1)
          ? measure.value(wanted.tag_name, threshold)
          : formats.withUnit(
              formats.number(threshold, decimalsOf(threshold)),
              measure.unit(wanted.tag_name),
            ),
      period,
    });
    return states.length === 0
      ? what
      : t("alarms.watchesIn", { what, states: formatEither(formats.locale, states) });
  };
}

/** As many decimals as the number has, six at most. */
const decimalsOf = (value: number): number => Math.min(6, String(value).split(".")[1]?.length ?? 0);
