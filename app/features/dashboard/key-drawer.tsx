import { BellRing, CalendarClock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Gauge } from "#app/components/charts/gauge.tsx";
import { Sparkline } from "#app/components/charts/sparkline.tsx";
import { SignalBars } from "#app/components/machine/signal-bars.tsx";
import { StateBadge } from "#app/components/machine/state-badge.tsx";
import { StripSample } from "#app/components/machine/state-swatch.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import { cx } from "#app/components/cx.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import type { MachineState } from "#app/domain/metrics/states.ts";
import { HORIZON_MINUTES } from "#app/domain/prediction/types.ts";
import { STRIP_HOURS } from "./fleet-types.ts";
import "./key/texts.ts";
import "./later/texts.ts";
import "./texts.ts";

/** From production to standstill, as the strip's height falls. */
const STATES = [
  "running_and_feeding",
  "running",
  "ready_to_run",
  "ready_in_setup",
  "ready",
  "not_ready",
  "off",
  "unknown",
] as const satisfies readonly MachineState[];

const CURVE = [5, 7, 6, null, null, 2, 6, 8, 7, 3, 6, 7];
const DAY = ["off", "not_ready", "ready", "running", "running_and_feeding"] as const;

type Props = { open: boolean; onClose: () => void } & Of;
/** `ofMachine`: without what stands on the dashboard alone. */
type Of = { ofMachine?: boolean };

/** What states, strip, curve, figures, risk and order mean, each beside its look. */
export default function KeyDrawer({ open, onClose, ofMachine = false }: Props) {
  const { t } = useTranslation();
  return (
    <Drawer open={open} onClose={onClose} title={t("key.title")}>
      <KeyParts ofMachine={ofMachine} />
    </Drawer>
  );
}

export function KeyParts({ ofMachine = false }: Of) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  return (
    <div
      role="region"
      aria-label={t("key.title")}
      className="space-y-6"
      // A keyboard scrolls only what can be focused.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Part title={t("key.states")} lead={t("key.statesText")}>
        {STATES.map((state) => (
          <Sign
            key={state}
            sign={
              <>
                <StateBadge state={state} />
                <StripSample state={state} />
              </>
            }
          >
            {t(`key.${state}`)}
          </Sign>
        ))}
      </Part>
      <Part title={t("key.past")}>
        <Sign sign={<Sparkline values={CURVE} className="block h-6 w-24" />}>
          {t("key.curve", { hours: STRIP_HOURS })}
        </Sign>
        <Sign
          sign={
            <span className={cx("flex", !ofMachine && "half-mark")}>
              {DAY.map((state) => (
                <StripSample key={state} state={state} />
              ))}
            </span>
          }
        >
          {t(ofMachine ? "key.stripOfMachine" : "key.strip")}
        </Sign>
      </Part>
      <Part title={t("key.figures")}>
        {!ofMachine && (
          <>
            <Sign sign={t("need.sheets")}>{t("key.minute")}</Sign>
            <Sign sign={`${formats.percent(0.76)} ${t("need.ofGood")} ${t("need.pace")}`}>
              {t("key.share")}
            </Sign>
            <Sign sign={`92${formats.isPercentClose ? "" : "\u00a0"}${t("machine.percentUp")}`}>
              {t("key.uptime")}
            </Sign>
          </>
        )}
        <Sign sign={<Gauges label={t("machine.productivity")} values={[0.15, 0.45, 0.8]} />}>
          {t("key.gauges")} {t("gaugeHelp.bands")}
        </Sign>
        <Sign sign={t("glossary:units.per_hour")}>{t("key.msf")}</Sign>
        <Sign
          sign={
            <span className="inline-flex items-center gap-1 text-hint">
              <TriangleAlert className="size-3.5 shrink-0" aria-hidden="true" />
              {t("machine.abnormal")}
            </span>
          }
        >
          {t("key.abnormal")}
        </Sign>
        <Sign
          sign={
            <>
              <span className="stale text-sm font-semibold">168</span>
              <span className="font-medium text-warn">{formats.age(5 * MINUTE_MS)}</span>
            </>
          }
        >
          {t("key.age")}
        </Sign>
        <Sign sign={<SignalBars bars={3} />}>{t("key.signal")}</Sign>
        <Sign
          sign={
            <span className="inline-flex items-center gap-1 font-semibold text-alarm">
              <BellRing className="size-4" aria-hidden="true" />1
            </span>
          }
        >
          {t("key.alarm")}
        </Sign>
        {!ofMachine && (
          <Sign
            sign={
              <span className="inline-flex items-center gap-1 font-semibold text-ink">
                <CalendarClock className="size-4" aria-hidden="true" />1
              </span>
            }
          >
            {t("key.overdue")}
          </Sign>
        )}
      </Part>
      <Part title={t("key.forecast")}>
        <Sign
          sign={t("need.risk", {
            share: formats.percent(0.24, 1),
            hours: formats.number(HORIZON_MINUTES / 60),
          })}
        >
          {t("key.risk")}
        </Sign>
        <Sign sign={<Gauges label={t("gauge.riskLong")} values={[0.24, 0.76, 0.95]} isRisk />}>
          {t("key.riskBands")}
        </Sign>
        <Sign sign={t("need.noForecast", { why: t("noRiskShort.no_better_than_rate") })}>
          {t("key.noPattern")}
        </Sign>
        <Sign sign={t("need.noForecast", { why: t("noRiskShort.machine_down") })}>
          {t("key.down")}
        </Sign>
      </Part>
      {!ofMachine && (
        <Part title={t("key.order")}>
          <Sign sign={t("need.byNeed")}>{t("key.orderText")}</Sign>
        </Part>
      )}
    </div>
  );
}

type GaugesProps = {
  label: string;
  values: readonly number[];
  isRisk?: boolean;
};

/** One of each band. */
const Gauges = ({ values, ...gauge }: GaugesProps) => (
  <span className="flex gap-2">
    {values.map((value) => (
      <Gauge key={value} size="xs" value={value} {...gauge} />
    ))}
  </span>
);

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-sm font-semibold">{title}</h3>
      {lead !== undefined && <p className="mt-1 text-xs text-ink-soft">{lead}</p>}
      <dl className="mt-2 divide-y divide-line">{children}</dl>
    </section>
  );
}

/** How it looks, and what it means; below each other on a phone. */
const Sign = ({ sign, children }: { sign: ReactNode; children: ReactNode }) => (
  <div className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[12.5rem_minmax(0,1fr)]">
    <dt className="flex items-center justify-between gap-3 text-xs text-ink-soft max-sm:justify-start">
      {sign}
    </dt>
    <dd className="text-sm">{children}</dd>
  </div>
);
