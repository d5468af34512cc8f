/** Cells of the list that follow a machine while they are in sight. */
import { useCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { StateBadge } from "#app/components/machine/state-badge.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { useInSight } from "#app/components/use-in-sight.ts";
import type { StateSince } from "#app/domain/metrics/state-since.ts";
import { toMachineState, type MachineState } from "#app/domain/metrics/states.ts";
import { Chip } from "#app/kit/chip.tsx";
import { useIsCut, useMetrics } from "#app/live/index.ts";
import { Cadence } from "#app/live/cadence.ts";
import { NO_READING, type InitialValue } from "#app/live/live-store.ts";
import { LISTED_METRICS, type MachineRow } from "./machine-row.ts";
import { useStateSince } from "./use-state-since.ts";
import "./texts.ts";

const NOTHING: readonly (typeof LISTED_METRICS)[number][] = [];

/** Of a machine that is not followed: whether its value was old already when the page was read. */
const wasOld = (first: InitialValue, nowMs: number): boolean =>
  typeof first?.timeMs === "number" && nowMs - first.timeMs > new Cadence().staleAfterMs();

/**
 * Subscribed in sight only; out of sight, and before, what the page came with. The row is looked at, where it begins: a cell
 * in its middle moves with what it says, and would come into sight and leave it again by that alone.
 */
function useListed(id: number, first: InitialValue, speed: InitialValue = null) {
  const row = useRef<Element | null>(null);
  const cell = useCallback((element: HTMLSpanElement | null) => {
    row.current = element?.closest("tr") ?? element;
  }, []);
  const isInSight = useInSight(row);
  const readings = useMetrics(id, isInSight ? LISTED_METRICS : NOTHING, {
    machine_state: first,
    machine_speed: speed,
  });
  return { cell, readings };
}

/** A moment on the clock of the row's plant: plants of one list have clocks of their own. A narrow column breaks it between day and time. */
function useClock({ facility }: MachineRow): (timeMs: number, nowMs: number) => string {
  const { moment, zone } = useFormats();
  const timezone = facility?.timezone ?? "UTC";
  return (timeMs, nowMs) => `${moment(timeMs, timezone, nowMs)}\u00a0${zone(timeMs, timezone)}`;
}

/** From 1280 px on as wide as a since with its day, in part by the room beside the cell: it takes one line, and columns do not move when one comes. */
const STATE_LAYOUT =
  "inline-flex flex-wrap items-center gap-x-2 gap-y-0.5 md:flex-col md:items-start md:py-0.5 xl:-mr-3 xl:min-w-43.5";

/** In the place of a state: nothing comes of a machine out of service any more. */
export function RetiredCell({
  row,
  sinceMs,
  nowMs,
}: {
  row: MachineRow;
  sinceMs: number;
  /** When the page was read. */
  nowMs: number;
}) {
  const { t } = useTranslation();
  const onClock = useClock(row);
  return (
    <span className={STATE_LAYOUT}>
      <Chip tone="warn">{t("machines.retired")}</Chip>
      <span className="text-xs text-ink-faint">
        {t("machinePage.since", { at: onClock(sinceMs, nowMs) })}
      </span>
    </span>
  );
}

/** The state, since when, and how many alarms are on. */
export function StateCell({
  row,
  first,
  since,
  isAwaited,
  isRead,
  nowMs,
  onState,
}: {
  row: MachineRow;
  first: InitialValue;
  since: StateSince | null;
  /** The values that the page comes with are on their way: their room is kept, so that no row grows when they come. */
  isAwaited: boolean;
  /** Whether the machine could be asked. */
  isRead: boolean;
  /** When the page was read. */
  nowMs: number;
  onState: (id: number, state: MachineState) => void;
}) {
  const { t } = useTranslation();
  const { id } = row;
  const alarmsOn = row.alarmsOn ?? 0;
  const onClock = useClock(row);
  const { cell, readings } = useListed(id, first);
  const isCut = useIsCut();
  const reading = readings.machine_state;
  const began = useStateSince(
    reading ?? { ...NO_READING, value: first?.value ?? null, timeMs: first?.timeMs ?? null },
    since,
  );
  const state = toMachineState(reading?.value ?? first?.value);
  const isKnown = reading !== undefined && reading.timeMs !== null;
  useEffect(() => {
    if (isKnown) onState(id, state);
  }, [isKnown, id, state, onState]);
  return (
    <span ref={cell} className={STATE_LAYOUT}>
      {isAwaited && !isKnown ? (
        <span className="skeleton h-6 w-28 rounded-full" />
      ) : !isRead && !isKnown ? (
        <span className="text-ink-faint">{t("machines.unread")}</span>
      ) : (
        <StateBadge state={state} stale={isKnown ? isCut || reading.stale : wasOld(first, nowMs)} />
      )}
      {isAwaited && <span className="skeleton h-4 w-36" />}
      {(began !== null || alarmsOn > 0) && (
        // Alarms have a line of their own, so that a row that waits for its since is as high as it will be.
        <span className="flex flex-wrap gap-x-2 text-xs text-ink-faint md:flex-col">
          {began !== null && (
            <span>
              {began.isOlder
                ? t("machinePage.sinceBefore")
                : t(`machinePage.${began.isUnheard ? "sinceUnheard" : "since"}`, {
                    at: onClock(began.sinceMs, Math.max(nowMs, reading?.timeMs ?? nowMs)),
                  })}
            </span>
          )}
          {alarmsOn > 0 && (
            <span className={cx("font-semibold whitespace-nowrap text-alarm", isCut && "stale")}>
              {t("machinePage.alarms", { count: alarmsOn })}
            </span>
          )}
        </span>
      )}
    </span>
  );
}

export function SpeedCell({
  id,
  first,
  nowMs,
}: {
  id: number;
  first: InitialValue;
  /** When the page was read. */
  nowMs: number;
}) {
  const { t } = useTranslation(["common", "glossary"]);
  const { number } = useFormats();
  const { cell, readings } = useListed(id, null, first);
  const isCut = useIsCut();
  const reading = readings.machine_speed;
  const value = reading?.value ?? first?.value;
  const isStale =
    reading !== undefined && reading.timeMs !== null
      ? isCut || reading.stale
      : wasOld(first, nowMs);
  return (
    <span ref={cell} className={isStale ? "stale" : undefined}>
      {typeof value === "number" ? `${number(value)} ${t("glossary:units.rpm")}` : "–"}
    </span>
  );
}

/**
 * How old the newest sample is. Of a machine that is not followed, which is out of sight or not yet in it: the moment of
 * the newest one that the page knows, which stays true.
 */
export function AgeCell({
  row,
  first,
  speed,
  isRead,
  nowMs,
}: {
  row: MachineRow;
  first: InitialValue;
  speed: InitialValue;
  /** Whether the machine could be asked. */
  isRead: boolean;
  /** When the page was read. */
  nowMs: number;
}) {
  const { age } = useFormats();
  const onClock = useClock(row);
  const { cell, readings } = useListed(row.id, first, speed);
  const ages = [readings.machine_state, readings.machine_speed].flatMap(
    (reading) => reading?.ageMs ?? [],
  );
  const known = [first, speed].flatMap((value) => value?.timeMs ?? []);
  const text = (): string => {
    if (ages.length > 0) return age(Math.min(...ages));
    if (known.length > 0) return onClock(Math.max(...known), nowMs);
    return isRead ? age(null) : "–";
  };
  return (
    <span ref={cell} className="md:inline-block md:min-w-16">
      {text()}
    </span>
  );
}
