import { useFetcher } from "@remix-run/react";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { dayOf } from "#app/domain/formats/local-days.ts";
import { typedDateOf } from "#app/domain/formats/typed-dates.ts";
import type { Stop } from "#app/domain/metrics/stops.ts";
import { ChipButton } from "#app/kit/chip.tsx";
import { eventHintsAddress, type EventHints, type EventHintsAnswer } from "./event-hints.ts";
import type { EventMachine } from "./event-types.ts";
import "./texts.ts";

/** `no_machine`: none is chosen yet. A reading that failed stays said while it is tried again. */
export type HintsRead = {
  status: "no_machine" | "loading" | "failed" | "ready";
  hints: EventHints;
  isReading: boolean;
  retry: () => void;
};
const NO_HINTS: EventHints = { stops: [], leastStopSeconds: 0, events: [] };
const STOPS_WORDS = {
  no_machine: "events.stopsOfMachine",
  loading: "events.loading",
  failed: "events.hintsUnread",
  ready: "events.noLastStops",
} as const;

/** That they could not be read stands where the stops would be. */
const REASONS_WORDS = {
  no_machine: "events.reasonsOfMachine",
  loading: "events.loading",
  failed: "events.reasonsOfMachine",
  ready: "events.noRecentReasons",
} as const;

/** The hints of a machine. */
export function useEventHints(machine: EventMachine | null): HintsRead {
  const { load, data, state } = useFetcher<EventHintsAnswer>({
    key: `event-hints-${machine?.id ?? "none"}`,
  });
  const address = machine?.opensEvents ? eventHintsAddress(machine.id) : null;
  useEffect(() => {
    if (address !== null) load(address);
  }, [address, load]);
  const hints = data?.hints ?? null;
  const answered = data === undefined ? "loading" : hints === null ? "failed" : "ready";
  return {
    status: address === null ? "no_machine" : answered,
    hints: hints ?? NO_HINTS,
    isReading: state !== "idle",
    retry: () => address !== null && load(address),
  };
}

/** Two lines of two, and three of two: a finger's chips are higher and further apart. */
const STOPS_ROOM = "h-[7.375rem]";
const REASONS_ROOM = "-mt-2.5 h-[7.5rem] lg:h-[5.25rem]";

/** Fills the room of hints that are not there (yet): nothing below it moves when they come. */
function Room({ read, children }: { read: HintsRead; children: ReactNode }) {
  if (read.status === "loading") return <div className="skeleton h-full" aria-hidden="true" />;
  return (
    <div className="flex h-full flex-wrap content-center items-center justify-center gap-x-3 rounded-card border border-dashed border-line px-3 text-center text-sm text-ink-faint">
      {children}
    </div>
  );
}

/** The machine's last stops, each of which fills in when it was. */
export function LastStops({
  read,
  nowMs,
  timezone,
  onChoose,
}: {
  read: HintsRead;
  nowMs: number;
  timezone: string;
  onChoose: (stop: Stop) => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { status, hints } = read;
  /** When it was, and for how long; of another day, which, as the fields below write it. */
  const words = ({ startMs, endMs, isOpen }: Stop): [when: string, length: string] => {
    const isToday = dayOf(startMs, timezone) === dayOf(nowMs, timezone);
    const range = isOpen
      ? `${formats.time(startMs, timezone)} – ${t("events.stillDown")}`
      : formats.timeRange(startMs, endMs, timezone);
    const length = formats.exactDuration((endMs - startMs) / 1_000);
    return [
      range,
      isToday ? length : `${length} · ${typedDateOf(formats.locale, dayOf(startMs, timezone))}`,
    ];
  };
  const title =
    hints.leastStopSeconds > 0
      ? t("events.lastStopsOver", { length: formats.exactDuration(hints.leastStopSeconds) })
      : t("events.lastStops");
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium" aria-hidden="true">
        {title}
      </p>
      <div
        className={STOPS_ROOM}
        role={status === "ready" ? undefined : "status"}
        aria-label={status === "loading" ? t("events.loading") : undefined}
      >
        {hints.stops.length === 0 ? (
          <Room read={read}>
            {t(STOPS_WORDS[status])}
            {status === "failed" && (
              <Button
                size="small"
                aria-disabled={read.isReading || undefined}
                onClick={() => !read.isReading && read.retry()}
              >
                {t("errors.retry")}
              </Button>
            )}
          </Room>
        ) : (
          <ul aria-label={title} className="grid grid-cols-2 gap-1.5">
            {hints.stops.map((stop) => {
              const [when, length] = words(stop);
              return (
                <li key={stop.startMs} className="min-w-0">
                  <Button
                    size="small"
                    className="h-14! w-full flex-col items-start! justify-center! gap-0! tabular-nums"
                    onClick={() => onChoose(stop)}
                  >
                    <span className="max-w-full truncate">{when}</span>
                    <span className="max-w-full truncate text-xs font-normal text-ink-soft">
                      {length}
                    </span>
                  </Button>
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Names of the machine's last events, each of which names this one. */
export function RecentReasons({
  read,
  onChoose,
}: {
  read: HintsRead;
  onChoose: (name: string) => void;
}) {
  const { t } = useTranslation();
  const { status, hints } = read;
  return (
    <div className={REASONS_ROOM}>
      {hints.events.length > 0 ? (
        <ul
          aria-label={t("events.recentReasons")}
          className="grid grid-cols-2 gap-x-1.5 gap-y-3 lg:gap-y-1.5"
        >
          {hints.events.map(({ id, name }) => (
            <li key={id} className="flex min-w-0 *:max-w-full">
              <ChipButton onClick={() => onChoose(name)}>
                {/* A long name has two lines of a phone's chip, and is whole in the field once it is chosen. */}
                <span className="truncate max-lg:line-clamp-2 max-lg:text-left max-lg:leading-3.5 max-lg:wrap-anywhere max-lg:whitespace-normal">
                  {name}
                </span>
              </ChipButton>
            </li>
          ))}
        </ul>
      ) : (
        <Room read={read}>{t(REASONS_WORDS[status])}</Room>
      )}
    </div>
  );
}
