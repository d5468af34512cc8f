import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/components/layout/page.tsx";
import { CATEGORIES, METRICS, findMetric } from "#app/domain/metrics/registry.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import { MeasureRow } from "./measure-row.tsx";
import { toInitial } from "./to-initial.ts";

/** Every measure that the machine sends, live, by category in the trade's order; those unknown to Helios come last. */
export function CurrentState({
  deviceId,
  latest,
  showKiwiplan,
}: {
  deviceId: number;
  latest: LatestValues;
  showKiwiplan: boolean;
}) {
  const { t } = useTranslation(["common", "glossary"]);
  // The state itself stands above, in the header.
  const sent = new Set(Object.keys(latest).filter((key) => key !== "machine_state"));
  const initials = useMemo(() => toInitial(latest, Object.keys(latest)), [latest]);
  const groups = CATEGORIES.filter((category) => category !== "kiwiplan" || showKiwiplan).map(
    (category) => ({
      category: category as (typeof CATEGORIES)[number] | "other",
      metrics: METRICS.filter((metric) => metric.category === category && sent.has(metric.key)).map(
        ({ key }) => key,
      ),
    }),
  );
  const others = [...sent]
    .filter((key) => findMetric(key) === undefined && !isCompanion(key))
    .sort();
  if (others.length > 0) groups.push({ category: "other", metrics: others });
  return (
    <section aria-labelledby="current-state" className="mt-3">
      <h2 id="current-state" className="mb-2 text-sm font-semibold">
        {t("machine.currentState")}
      </h2>
      <div className="gap-3 md:columns-2 xl:columns-4">
        {groups.map(({ category, metrics }) => (
          <Card key={category} className="mb-3 break-inside-avoid px-4 py-3">
            <h3 className="text-sm font-semibold">{t(`glossary:categories.${category}`)}</h3>
            {metrics.length === 0 ? (
              <p className="mt-2 text-sm text-ink-faint">{t("machine.noMeasures")}</p>
            ) : (
              <table className="mt-1 w-full text-sm">
                <thead className="sr-only">
                  <tr>
                    <th scope="col">{t("machine.measure")}</th>
                    <th scope="col">{t("machine.value")}</th>
                  </tr>
                </thead>
                <tbody>
                  {metrics.map((metric) => (
                    <MeasureRow
                      key={metric}
                      deviceId={deviceId}
                      metric={metric}
                      initial={initials[metric] ?? null}
                    />
                  ))}
                </tbody>
              </table>
            )}
          </Card>
        ))}
      </div>
    </section>
  );
}

/** `<metric>_ad_flag` and the bounds are shown with their metric. */
const isCompanion = (key: string): boolean => /_(ad_flag|upper|lower)$/.test(key);
