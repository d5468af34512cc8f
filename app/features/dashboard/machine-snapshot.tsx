import { Link } from "@remix-run/react";
import { FilePlus2 } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Select } from "#app/components/forms/select.tsx";
import { StateBadge } from "#app/components/machine/state-badge.tsx";
import { useMeasureText } from "#app/components/machine/use-measure-text.ts";
import { PartNotice } from "#app/components/part-notice.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { FoldButton, foldedOnTablets } from "#app/components/ui/fold-button.tsx";
import { LockedButton } from "#app/components/ui/locked-button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { cx } from "#app/components/cx.ts";
import { MINUTE_MS, SECOND_MS } from "#app/domain/durations.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";
import { useIsCut, useMetrics } from "#app/live/index.ts";
import { useLasted } from "./use-lasted.ts";
import { useStateSince } from "./use-fleet.ts";
import { useStateAge } from "./use-state-age.ts";
import type { Fleet, FleetMachine } from "./fleet-types.ts";
import type { Reading } from "./readings.ts";
import { SNAPSHOT_METRICS, type SnapshotValues } from "./snapshot-metrics.ts";
import "./later/texts.ts";
import "./texts.ts";
import "#app/features/events/texts.ts";

const STATE = ["machine_state"] as const;
/** Ages that are no further apart are one age; on a page that is cut off, so much: values come at paces of their own. */
const SAME_AGE_MS = 15 * SECOND_MS;
const SAME_AGE_CUT_MS = 5 * MINUTE_MS;

type MachineSnapshotProps = {
  fleet: Fleet;
  /** What the page came with. */
  values: SnapshotValues | null;
  /** The machine to begin with, such as one that has an alarm. */
  firstId?: number | undefined;
  onReport: (machine: FleetMachine) => void;
  /** The machine's recent events, or what opens them. */
  renderEvents: (machine: FleetMachine) => ReactNode;
};

/** One machine as it stands right now, and what happened to it lately. */
export function MachineSnapshot({
  fleet,
  values,
  firstId,
  onReport,
  renderEvents,
}: MachineSnapshotProps) {
  const { t } = useTranslation();
  // What it began with stays, whatever the alarms do.
  const [chosen, setChosen] = useState(String(firstId));
  const [isOpen, setOpen] = useState(false);
  const machine = fleet.machines.find(({ id }) => String(id) === chosen) ?? fleet.machines[0];
  if (machine === undefined) return null;
  return (
    <section aria-labelledby="snapshot" className="mt-5">
      <header className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id="snapshot" className="text-md font-semibold tracking-tight">
          {t("snapshot.title")}
        </h2>
        <div className="print-choices flex items-center gap-2 max-sm:w-full">
          <label htmlFor="snapshot-machine" className="sr-only">
            {t("charts.of")}
          </label>
          <Select
            id="snapshot-machine"
            value={String(machine.id)}
            onChange={(event) => setChosen(event.target.value)}
            className="max-w-56 min-w-0 max-sm:flex-1"
          >
            {fleet.machines.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <ReportButton machine={machine} onReport={onReport} />
          <FoldButton
            onTablets
            label={t("snapshot.title")}
            open={isOpen}
            onToggle={() => setOpen(!isOpen)}
          />
        </div>
      </header>
      {/* Where what it is of may be folded: then nothing is shown that has an age. */}
      <PartNotice className="mb-2 max-xl:not-print:*:data-drawn-age:hidden" />
      <div className={cx("grid gap-3 lg:grid-cols-[2fr_3fr]", foldedOnTablets(isOpen))}>
        <Values
          key={machine.id}
          machine={machine}
          initial={values?.deviceId === machine.id ? values.initial : undefined}
        />
        <Card className="min-w-0 px-4 pt-3 pb-2">
          <h3 className="mb-1 text-sm font-semibold">{t("snapshot.events")}</h3>
          {renderEvents(machine)}
        </Card>
      </div>
    </section>
  );
}

function ReportButton({
  machine,
  onReport,
}: {
  machine: FleetMachine;
  onReport: (machine: FleetMachine) => void;
}) {
  const { t } = useTranslation();
  if (!machine.opensEvents)
    return <LockedButton reason={t("upsell.notSupported")}>{t("events.report")}</LockedButton>;
  // Not off before it is alive: it could not be reached by keyboard, and a press is repeated (load-later.tsx).
  return (
    <Button
      size="small"
      aria-haspopup="dialog"
      className="shrink-0 whitespace-nowrap"
      onClick={() => onReport(machine)}
    >
      <FilePlus2 className="size-4 text-ink-faint" aria-hidden="true" />
      {t("events.report")}
    </Button>
  );
}

function Values({
  machine,
  initial,
}: {
  machine: FleetMachine;
  initial: SnapshotValues["initial"] | undefined;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const measure = useMeasureText();
  const live = useMetrics(machine.id, SNAPSHOT_METRICS, initial);
  // The card's, which came with the page.
  const { machine_state: state } = useMetrics(machine.id, STATE, machine.initial);
  const lasted = useLasted();
  const inState = useStateAge(machine.id, state);
  const isOff = toMachineState(state.value) === "off";
  const wordsOf = (metric: (typeof SNAPSHOT_METRICS)[number]) => {
    const { value } = live[metric];
    if (metric === "time_online") {
      // It is 0 then, which reads like a machine that was switched on just now; also before it is known since when it is off.
      if (isOff) return { title: t("snapshot.offFor"), text: inState ?? "–" };
      if (typeof value === "number")
        return { title: measure.title(metric), text: lasted(value * SECOND_MS) };
    }
    return { title: measure.title(metric), text: measure.value(metric, value) };
  };
  const isComing =
    initial === undefined && SNAPSHOT_METRICS.every((metric) => live[metric].timeMs === null);
  const isCut = useIsCut();
  // Chosen without a connection: nobody knows whether it ever sent any. Channels are joined again by themselves.
  const isUnread = isCut && isComing;
  const isOld = isCut || (state.value !== null && state.stale);
  const since = useStateSince(machine.id)?.sinceMs ?? null;
  /** Sent no more since the machine is off. */
  const isOfBefore = ({ stale, timeMs }: Reading) =>
    isOff && stale && since !== null && timeMs !== null && timeMs < since + MINUTE_MS;
  /** Said once for the whole machine when all of it is as old. */
  const isSaidAbove = ({ ageMs }: Reading) =>
    isOld &&
    ageMs !== null &&
    state.ageMs !== null &&
    Math.abs(ageMs - state.ageMs) <= (isCut ? SAME_AGE_CUT_MS : SAME_AGE_MS);
  const hasOwnAge = (reading: Reading) =>
    reading.stale && reading.ageMs !== null && !isSaidAbove(reading);
  const ofOwnAge = SNAPSHOT_METRICS.map((metric) => live[metric]).filter(hasOwnAge);
  const areOfBefore = ofOwnAge.length > 0 && ofOwnAge.every(isOfBefore);
  const isSent = (metric: (typeof SNAPSHOT_METRICS)[number]) =>
    metric !== "time_online" && live[metric].value !== null && !live[metric].stale;
  const areOthersSent = !isOld && SNAPSHOT_METRICS.some(isSent);
  return (
    <Card className="relative px-4 py-3">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <div className="flex items-center gap-2">
          <StateBadge state={toMachineState(state.value)} stale={isOld} />
          {isOld ? (
            <span className="text-xs font-medium text-warn">{formats.ageOfState(state.ageMs)}</span>
          ) : (
            inState !== null && <span className="text-xs text-ink-soft">{inState}</span>
          )}
        </div>
        <Link
          to={`/machines/${machine.id}`}
          className="text-sm font-medium hover:underline max-lg:finger-line print:hidden"
        >
          {t("snapshot.open")}
        </Link>
      </div>
      {isUnread && (
        <p
          role="status"
          className="print-text absolute inset-x-4 inset-y-12 grid place-items-center text-center text-sm text-ink-soft"
        >
          {t("snapshot.unread")}
        </p>
      )}
      <dl
        data-coming={isComing || undefined}
        // Its place is kept.
        className={cx("grid gap-x-6 md:max-lg:grid-cols-2 xl:grid-cols-2", isUnread && "invisible")}
      >
        {SNAPSHOT_METRICS.map((metric) => {
          const reading = live[metric];
          const { title, text } = wordsOf(metric);
          const unit = measure.unit(metric);
          const isStale = reading.value !== null && (isCut || reading.stale);
          const age = hasOwnAge(reading) ? formats.age(reading.ageMs) : null;
          return (
            <div
              key={metric}
              className="flex min-h-9 items-center justify-between gap-2 border-b border-line text-sm last:border-0 md:max-lg:nth-last-2:border-0 xl:nth-last-2:border-0"
            >
              <dt className="min-w-0 py-1 leading-tight text-ink-soft">{title}</dt>
              <dd className={cx("whitespace-nowrap", isStale && "stale")}>
                {text}
                {unit !== null && reading.value !== null && (
                  <span className="ml-1 text-xs text-ink-faint">{unit}</span>
                )}
                {age !== null && <span className="ml-2 text-xs text-ink-faint">{age}</span>}
              </dd>
            </div>
          );
        })}
      </dl>
      {/* Below, where it moves nothing as it comes. */}
      {areOfBefore && (
        <p className="print-text mt-2 text-xs text-ink-soft">
          {t("snapshot.ofBefore")}
          {areOthersSent && ` ${t("snapshot.othersSent")}`}
        </p>
      )}
    </Card>
  );
}
