import { AlarmClock, AlarmClockOff, Check, Trash2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#app/components/layout/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { CUSTOM_KIND } from "#app/domain/maintenance/kinds.ts";
import { recommendedRange } from "#app/domain/maintenance/recommended-range.ts";
import { canSnooze, canUnsnooze, THRESHOLD_MS } from "#app/domain/maintenance/status.ts";
import { ResourceForm } from "#app/kit/forms/resource-form.tsx";
import { BurnChart } from "./burn-chart.tsx";
import { DueText } from "#app/components/due-text.tsx";
import type { Maintenance } from "./list-maintenances.server.ts";
import { LifeLeft } from "./maintenance-card.tsx";
import type { OpenedDialog } from "./maintenance-dialogs.tsx";
import { oneMaintenance, type MaintenanceDone } from "./maintenance-forms.ts";
import { MaintenanceHistory, SnoozeHistory } from "./maintenance-history.tsx";
import WorkAroundCard from "./work-around-card.tsx";
import { StatusChips } from "./status-chip.tsx";
import "./texts.ts";

type Props = {
  maintenance: Maintenance;
  machine: { id: number; name: string; timezone: string };
  canChange: boolean;
  nowMs: number;
  onOpen: (dialog: OpenedDialog) => void;
};

/** One maintenance: what to do and when, how its life burns down, and what was done. */
export function MaintenanceDetail({ maintenance, machine, canChange, nowMs, onOpen }: Props) {
  const { t } = useTranslation();
  const [around, setAround] = useState<number | null>(null);
  const { id, name, status } = maintenance;
  const { timezone } = machine;
  const open = (what: OpenedDialog["what"]) =>
    onOpen({
      what,
      work: { id, name, timezone, deviceId: machine.id, deviceName: machine.name },
    });
  return (
    <section aria-label={name} className="min-w-0 space-y-3">
      <Card className="p-4">
        <header className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 className="flex flex-wrap items-center gap-2 text-md font-semibold tracking-tight">
              <span className="min-w-0 break-words">{name}</span>
              <StatusChips maintenance={maintenance} />
            </h2>
            <p className="mt-0.5 text-sm text-ink-soft">
              {t(`maintenance.do_${wordsOf(maintenance)}`, { target: maintenance.target })}
            </p>
          </div>
          {canChange && (
            <div className="flex flex-wrap gap-2">
              <Button
                tone="primary"
                size="small"
                aria-haspopup="dialog"
                onClick={() => open("complete")}
              >
                <Check className="size-4" aria-hidden="true" />
                {t("maintenance.markDone")}
              </Button>
              {canSnooze(status) && (
                <Button size="small" aria-haspopup="dialog" onClick={() => open("snooze")}>
                  <AlarmClock className="size-4" aria-hidden="true" />
                  {t("maintenance.snooze")}
                </Button>
              )}
              {/* It stays when the snooze has ended: its toast says so. */}
              <ResourceForm<typeof oneMaintenance, MaintenanceDone>
                id={`unsnooze-${id}`}
                intent="unsnooze"
                schema={oneMaintenance}
                defaultValue={{}}
                hidden={{ id }}
                guard={false}
                className={canUnsnooze(maintenance, nowMs) ? "" : "hidden"}
                submit={{
                  ...{ label: t("maintenance.unsnooze"), tone: "quiet", size: "small" },
                  icon: <AlarmClockOff className="size-4" aria-hidden="true" />,
                }}
                toast={{ done: () => t("maintenance.unsnoozed", { name }), durationMs: 3_000 }}
              >
                {() => null}
              </ResourceForm>
              <Button
                size="small"
                tone="bare"
                aria-haspopup="dialog"
                onClick={() => open("delete")}
              >
                <Trash2 className="size-4" aria-hidden="true" />
                {t("maintenance.delete")}
              </Button>
            </div>
          )}
        </header>
        <Facts maintenance={maintenance} nowMs={nowMs} timezone={timezone} />
      </Card>
      <Card className="p-4">
        <h3 className="mb-1 text-sm font-semibold">{t("maintenance.burnDown")}</h3>
        <BurnChart
          deviceId={machine.id}
          maintenance={maintenance}
          nowMs={nowMs}
          timezone={timezone}
        />
      </Card>
      {maintenance.actions.length > 0 && (
        <Card className="p-4">
          <h3 className="mb-1 text-sm font-semibold">{t("maintenance.steps")}</h3>
          <ol className="list-decimal space-y-1 pl-5 text-sm">
            {maintenance.actions.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Card>
      )}
      <div className="grid gap-3 xl:grid-cols-2">
        <Card className="p-4">
          <h3 className="mb-1 text-sm font-semibold">{t("maintenance.history")}</h3>
          <MaintenanceHistory
            history={maintenance.history}
            timezone={timezone}
            onAround={setAround}
          />
        </Card>
        <Card className="p-4">
          <h3 className="mb-1 text-sm font-semibold">{t("maintenance.snoozes")}</h3>
          <SnoozeHistory snoozes={maintenance.snoozeHistories} timezone={timezone} />
        </Card>
      </div>
      {around !== null && (
        <WorkAroundCard
          deviceId={machine.id}
          maintenance={maintenance}
          performedAt={around}
          timezone={timezone}
        />
      )}
    </section>
  );
}

/** Which verbs the work has, in the reader's language: those of its type, or of a service. */
const wordsOf = ({ kind, type }: Pick<Maintenance, "kind" | "type">) =>
  kind === CUSTOM_KIND ? ("custom" as const) : type;

function Facts({
  maintenance,
  nowMs,
  timezone,
}: {
  maintenance: Maintenance;
  nowMs: number;
  timezone: string;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { recommendedDate, lastPerformedAt, snoozedUntil, cutoffValue } = maintenance;
  const points = maintenance.burnRates.map(({ systemTime, value }) => ({
    timeMs: systemTime,
    value,
  }));
  const range = recommendedRange(points, cutoffValue);
  const isSnoozed = snoozedUntil !== null && nowMs - snoozedUntil < THRESHOLD_MS;
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 text-sm xl:grid-cols-4">
      <Fact label={t("maintenance.lifeLeft")}>
        <LifeLeft maintenance={maintenance} />
      </Fact>
      <Fact label={t("maintenance.recommended")}>
        {recommendedDate === null ? (
          t("maintenance.noDate")
        ) : (
          <DueText atMs={recommendedDate} nowMs={nowMs} timezone={timezone} />
        )}
        {range !== null && (
          <span className="block text-xs text-ink-faint">
            {t("maintenance.range", {
              from: formats.date(range.fromMs, timezone),
              until: formats.date(range.untilMs, timezone),
            })}
          </span>
        )}
      </Fact>
      <Fact label={t("maintenance.cutoff")}>
        {formats.percentOf(cutoffValue, cutoffValue % 1 === 0 ? 0 : 1)}
      </Fact>
      <Fact label={t(`maintenance.lastDone_${wordsOf(maintenance)}`)}>
        {lastPerformedAt === null
          ? t("maintenance.never")
          : formats.date(lastPerformedAt, timezone)}
      </Fact>
      <Fact label={t("maintenance.type")}>{t(`maintenance.type_${wordsOf(maintenance)}`)}</Fact>
      <Fact label={t("maintenance.target")}>{maintenance.target}</Fact>
      {maintenance.doubleUp !== null && (
        <Fact label={t("maintenance.doubleUp")}>
          {maintenance.doubleUp ? t("maintenance.yes") : t("maintenance.no")}
        </Fact>
      )}
      {isSnoozed && (
        <Fact label={t("maintenance.snoozedUntil")}>
          <span className="inline-flex items-center gap-1.5">
            <AlarmClockOff className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
            {formats.date(snoozedUntil, timezone)}
          </span>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-faint">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}
