import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import { useMeasureText } from "#app/components/machine/use-measure-text.ts";
import { useMetric } from "#app/live/index.ts";

type Initial = { value: number | string; timeMs: number; adFlag: boolean | null } | null;

/** A row of the current state: name, live value with unit, and its age once it is old. */
export function MeasureRow({
  deviceId,
  metric,
  initial,
}: {
  deviceId: number;
  metric: string;
  initial: Initial;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const text = useMeasureText();
  const { value, stale, ageMs, adFlag } = useMetric(deviceId, metric, initial);
  const unit = text.unit(findMetric(metric)?.unit ?? null);
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-soft">
        {text.title(metric)}
      </th>
      <td className="py-1.5 text-right whitespace-nowrap">
        {stale && ageMs !== null && (
          <span className="mr-2 text-xs text-warn">{formats.age(ageMs)}</span>
        )}
        {adFlag === true && (
          <span className="mr-1.5 inline-block align-[-2px] text-hint">
            <TriangleAlert className="size-3.5" aria-hidden="true" />
            <span className="sr-only">{t("machine.abnormal")}</span>
          </span>
        )}
        <span className={cx(stale && "stale")}>
          <span className="font-medium">{text.value(metric, value)}</span>
          {unit && value !== null && <span className="ml-1 text-xs text-ink-faint">{unit}</span>}
        </span>
      </td>
    </tr>
  );
}
