import { useTranslation } from "react-i18next";
import { Gauge } from "#app/components/charts/gauge.tsx";
import { Sparkline } from "#app/components/charts/sparkline.tsx";
import { cx } from "#app/components/cx.ts";
import { Card } from "#app/components/layout/page.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import type { DowntimePrediction } from "#app/domain/prediction/types.ts";
import type { MachineHealth } from "./load-machine-health.server.ts";
import "./texts.ts";
import "#app/features/dashboard/texts.ts";
import "#app/features/predictions/texts.ts";
import "#app/components/charts/texts.ts";

type Props = {
  risk: DowntimePrediction | null;
  /** null: on its way, or not to be read (`failed`). */
  health: MachineHealth | null;
  failed: boolean;
  /** The machine, or the page, is not heard any more. */
  isOld: boolean;
};

/** Whether the machine is well: the chance of downtime, and how it did in the last four hours. */
export function HealthPanel({ risk, health, failed, isOld }: Props) {
  const { t } = useTranslation();
  const formats = useFormats();
  const why = failed ? t("gauge.failed") : health === null ? t("machinePage.loading") : null;
  const noRisk = risk?.reason ? t(`noRisk.${risk.reason}`) : null;
  const isSilent =
    health !== null &&
    Object.values(health.trends).every((values) => values.every((value) => value === null));
  const means = [
    {
      key: "operating_productivity",
      label: t("machineHealth.over", { name: t("machine.productivity") }),
      value: health?.productivity ?? null,
      // A machine that was heard lacks how fast it can be.
      none: t((health?.uptime ?? null) === null ? "gauge.noReadings" : "gauge.noTarget"),
    },
    {
      key: "machine_running",
      label: t("machineHealth.over", { name: t("gauge.uptime") }),
      value: health?.uptime ?? null,
      none: t("gauge.noReadings"),
    },
  ] as const;
  return (
    <Card as="section" className="p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-sm font-semibold">{t("machineHealth.title")}</h2>
        <p className="text-xs text-ink-faint">{t("machineHealth.window")}</p>
      </header>
      <div className="mt-3 grid grid-cols-2 gap-x-2 gap-y-4 min-[22rem]:grid-cols-3">
        <Item label={t("gauge.riskLong")} className="max-[22rem]:col-span-2">
          <Gauge
            label={t("gauge.riskLong")}
            value={risk?.prediction ?? null}
            isRisk
            stale={isOld}
            note={
              risk === null || risk.prediction === null
                ? undefined
                : t("gauge.riskHorizon", { time: formats.period(risk.horizonMinutes * 60) })
            }
            reason={noRisk ?? undefined}
          />
          {noRisk !== null && (
            <p className="mt-1 text-center text-xs text-ink-soft max-sm:hidden">{noRisk}</p>
          )}
        </Item>
        {means.map(({ key, label, value, none }) => (
          <Item key={key} label={label}>
            <Gauge
              label={label}
              value={value}
              reason={value === null ? (why ?? none) : undefined}
              isUnread={failed}
              stale={isOld}
            />
            {/* Its place is kept while it is read; where there is none, the words stand below the gauge. */}
            {!isSilent && (
              <Sparkline
                values={health?.trends[key] ?? []}
                max={1}
                className={cx("mt-2 h-8 w-full", isOld && "opacity-55 grayscale")}
              />
            )}
            {value === null && (
              <p className="mt-1 text-center text-xs text-ink-soft">{why ?? none}</p>
            )}
          </Item>
        ))}
      </div>
      {/* A sentence is too long for a third of a phone. */}
      {noRisk !== null && (
        <p className="mt-3 text-xs text-ink-soft sm:hidden">
          {t("gauge.riskLong")}: {noRisk}
        </p>
      )}
      {isSilent && <p className="mt-3 text-sm text-ink-soft">{t("machineHealth.moreData")}</p>}
    </Card>
  );
}

function Item({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: React.ReactNode;
}) {
  return (
    // Two rows of the panel's grid: a name of two lines moves no gauge out of line.
    <div className={cx("row-span-2 grid min-w-0 grid-rows-subgrid gap-y-1", className)}>
      <div className="flex min-w-0 flex-col items-center">{children}</div>
      <p className="order-first self-end text-center text-xs font-medium text-ink-soft">{label}</p>
    </div>
  );
}
