import { Link } from "@remix-run/react";
import { BellRing, FilePlus2, QrCode } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { loadWhenOpened } from "#app/components/load-later.tsx";
import { SignalBars } from "#app/components/machine/signal-bars.tsx";
import { StateGlyph } from "#app/components/machine/state-glyph.tsx";
import { StateBadge } from "#app/components/machine/state-badge.tsx";
import { askToReport } from "#app/components/report-asked.ts";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useDeferred, type Deferred } from "#app/components/use-deferred.ts";
import type { StateSince } from "#app/domain/metrics/state-since.ts";
import { toMachineState } from "#app/domain/metrics/states.ts";
import type { LatestValues } from "#app/domain/series/recorder-port.ts";
import { Chip } from "#app/kit/chip.tsx";
import { useConnection, useIsCut, useMetrics } from "#app/live/index.ts";
import type { AlarmsOn } from "#app/domain/alarms/alarms-on.ts";
import { HEADER_METRICS } from "./header-metrics.ts";
import type { MachinePage } from "./machine-page.ts";
import { toInitial } from "./to-initial.ts";
import { useAlarmsOn } from "./use-alarms-on.ts";
import { useStateSince } from "./use-state-since.ts";
import "./texts.ts";

const QrDialog = loadWhenOpened(() => import("./qr/qr-dialog.tsx"), "machinePage.qr");

type Props = {
  page: MachinePage;
  /** null, here and below: it could not be read. */
  latest: LatestValues | null;
  since: Deferred<{ since: StateSince | null }>;
  alarmsOn: AlarmsOn | null;
  /** Whether an event of the machine can be reported, and nothing above the header offers it. */
  offersReport: boolean;
};

/** Make and model; a model that begins with its make's name says both. */
const kindOf = ({ make, model }: MachinePage["machine"]): string =>
  model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
/** No line begins with it. */
const DOT = "\u00a0· ";
/** The word Live is earned by a value younger than this. */
const LIVE_MS = 15_000;

/** Which machine, and how it is: above every tab. */
export function MachineHeader({ page, latest, since, alarmsOn: initialOn, offersReport }: Props) {
  const { t } = useTranslation();
  const { machine, basePath } = page;
  const alarmsOn = useAlarmsOn(machine.id, initialOn);
  const place =
    machine.facility === null
      ? t("machine.noFacility")
      : `${machine.facility.name}${DOT}${machine.facility.city}, ${machine.facility.state}`;
  return (
    <div className="flex w-full items-start justify-between gap-x-4">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="min-w-0 text-lg font-semibold tracking-tight wrap-anywhere">
            {machine.name}
          </h1>
          {machine.retiredAt === null ? (
            <LiveFacts page={page} latest={latest} since={since} />
          ) : (
            <RetiredChip machine={machine} sinceMs={machine.retiredAt} />
          )}
          {alarmsOn !== 0 && machine.retiredAt === null && (
            <AlarmsLink
              to={machine.facility === null ? null : `${basePath}/alarms`}
              count={alarmsOn}
            />
          )}
        </div>
        <p className="text-sm text-ink-soft">
          {`${kindOf(machine)}${DOT}${machine.serialNumber}${DOT}${place}`}
        </p>
      </div>
      <div className="flex shrink-0 gap-2">
        {offersReport && <ReportButton />}
        <QrButton page={page} />
      </div>
    </div>
  );
}

/**
 * Cut off, how many there were before: nothing is heard of alarms any more. `to` null: without a facility the machine has no
 * tab of them yet.
 */
function AlarmsLink({ to, count }: { to: string | null; count: number | null }) {
  const { t } = useTranslation();
  const isCut = useIsCut() && count !== null;
  const words = count === null ? t("machinePage.alarmsUnread") : t("machinePage.alarms", { count });
  const look = cx(
    "relative inline-flex items-center gap-1 text-xs font-semibold",
    count === null ? "text-warn" : "text-alarm",
    isCut && "stale",
  );
  const content = (
    <>
      <BellRing className="size-3.5" aria-hidden="true" />
      {isCut ? t("live.before", { what: words }) : words}
    </>
  );
  if (to === null) return <span className={look}>{content}</span>;
  return (
    <Link
      to={to}
      className={cx(
        look,
        "before:absolute before:-inset-x-2 before:-inset-y-3.5 hover:underline lg:before:hidden",
      )}
    >
      {content}
    </Link>
  );
}

/** In the place of all that is live: nothing comes of it any more, and no list counts its alarms. */
function RetiredChip({ machine, sinceMs }: Pick<MachinePage, "machine"> & { sinceMs: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const timezone = machine.facility?.timezone ?? "UTC";
  return (
    <Chip tone="warn">
      {t("machinePage.retiredSince", {
        at: `${formats.dateTime(sinceMs, timezone)} ${formats.zone(sinceMs, timezone)}`,
      })}
    </Chip>
  );
}

function LiveFacts({ page, latest, since }: Omit<Props, "alarmsOn" | "offersReport">) {
  const { t } = useTranslation(["common", "glossary"]);
  const formats = useFormats();
  const { machine } = page;
  const initial = useMemo(() => toInitial(latest ?? {}, HEADER_METRICS), [latest]);
  const live = useMetrics(machine.id, HEADER_METRICS, initial);
  const { machine_state: state, machine_speed: speed, signal_4bar: signal } = live;
  // What comes no more is not live, however young it is.
  const isCut = useIsCut();
  // Nor is a young one, as long as nothing comes yet; its place is kept.
  const isConnecting = useConnection() === "connecting";
  const began = useStateSince(state, useDeferred(since).value?.since ?? null);
  const timezone = machine.facility?.timezone ?? "UTC";
  const nowMs = (state.timeMs ?? 0) + (state.ageMs ?? 0);
  const ages = [state.ageMs, speed.ageMs, signal.ageMs].filter((age) => age !== null);
  const newestMs = ages.length === 0 ? null : Math.min(...ages);
  const isLive = !isCut && newestMs !== null && newestMs < LIVE_MS;
  // Once: of a machine of which nothing is known, state, signal and age would each say so.
  if ([state, speed, signal].every(({ timeMs, ageMs }) => timeMs === null && ageMs === null))
    return (
      <span data-state="unknown">
        <Chip icon={<StateGlyph state="unknown" className="size-3.5" />}>
          {latest === null ? t("machinePage.unread") : t("machinePage.neverSent")}
        </Chip>
      </span>
    );
  return (
    <>
      <StateBadge state={toMachineState(state.value)} stale={isCut || state.stale} />
      {began !== null && (
        <span className="text-xs text-ink-soft">
          {began.isOlder
            ? t("machinePage.sinceBefore")
            : t(`machinePage.${began.isUnheard ? "sinceUnheard" : "since"}`, {
                at: `${formats.moment(began.sinceMs, timezone, nowMs)} ${formats.zone(began.sinceMs, timezone)}`,
              })}
        </span>
      )}
      {typeof speed.value === "number" && (
        <span className={isCut || speed.stale ? "stale text-xs" : "text-xs"}>
          <span className="sr-only">{t("machine.machineSpeed")} </span>
          <span className="font-semibold">{formats.number(speed.value)}</span>{" "}
          <span className="text-ink-faint">{t("glossary:units.rpm")}</span>
        </span>
      )}
      <SignalBars
        bars={typeof signal.value === "number" ? signal.value : null}
        stale={isCut || signal.stale}
      />
      <span
        className={cx(
          "text-xs",
          isLive ? "text-go print:hidden" : "text-warn",
          isLive && isConnecting && "invisible",
        )}
      >
        {newestMs !== null &&
          (isLive ? t("live.live") : t("machinePage.newest", { age: formats.age(newestMs) }))}
      </span>
    </>
  );
}

/** On a phone, where the overview's own is far down: who came by the label at the machine reports from its first screen. */
function ReportButton() {
  const { t } = useTranslation();
  return (
    <Button size="small" className="sm:hidden" aria-haspopup="dialog" onClick={askToReport}>
      <FilePlus2 className="size-4 text-ink-faint" aria-hidden="true" />
      <span className="sr-only">{t("provider.report")}</span>
    </Button>
  );
}

function QrButton({ page }: { page: MachinePage }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <QrCode className="size-4 text-ink-faint" aria-hidden="true" />
        <span className="whitespace-nowrap max-sm:sr-only">{t("machinePage.qr")}</span>
      </Button>
      <QrDialog
        open={open}
        onClose={() => setOpen(false)}
        basePath={page.basePath}
        serialNumber={page.machine.serialNumber}
      />
    </>
  );
}
