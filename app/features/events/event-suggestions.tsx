import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { dayOf } from "#app/domain/formats/local-days.ts";
import type { Stop } from "#app/domain/metrics/stops.ts";
import { ChipButton } from "#app/kit/chip.tsx";
import { eventHintsAddress, type EventHints, type EventHintsAnswer } from "./event-hints.ts";
import type { EventMachine } from "./event-types.ts";
import "./texts.ts";

/** The hints of a machine; null where they could not be read, and without a machine. */
export function useEventHints(machine: EventMachine | null): EventHints | "loading" | null {
  const { load, data } = useFetcher<EventHintsAnswer>({
    key: `event-hints-${machine?.id ?? "none"}`,
  });
  const address = machine?.opensEvents ? eventHintsAddress(machine.id) : null;
  useEffect(() => {
    if (address !== null) load(address);
  }, [address, load]);
  if (address !== null && data === undefined) return "loading";
  return address === null ? null : (data?.hints ?? null);
}

/** The machine's last stops, each of which fills in when it was. */
export function LastStops({
  stops,
  nowMs,
  timezone,
  onChoose,
}: {
  stops: readonly Stop[];
  nowMs: number;
  timezone: string;
  onChoose: (stop: Stop) => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (stops.length === 0) return null;
  /** When it was, and for how long; of another day, which. */
  const words = ({ startMs, endMs, isOpen }: Stop): [when: string, length: string] => {
    const isToday = dayOf(startMs, timezone) === dayOf(nowMs, timezone);
    const range = isOpen
      ? `${formats.time(startMs, timezone)} – ${t("events.stillDown")}`
      : formats.timeRange(startMs, endMs, timezone);
    const length = formats.exactDuration((endMs - startMs) / 1_000);
    return [range, isToday ? length : `${length} · ${formats.date(startMs, timezone)}`];
  };
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium" aria-hidden="true">
        {t("events.lastStops")}
      </p>
      <ul aria-label={t("events.lastStops")} className="grid gap-1.5 sm:grid-cols-2">
        {stops.map((stop) => {
          const [when, length] = words(stop);
          return (
            <li key={stop.startMs}>
              <Button
                size="small"
                className="w-full justify-between! tabular-nums sm:h-14! sm:flex-col sm:items-start! sm:justify-center! sm:gap-0!"
                onClick={() => onChoose(stop)}
              >
                <span className="truncate">{when}</span>
                <span className="text-xs font-normal whitespace-nowrap text-ink-soft">
                  {length}
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Names of the machine's last events, each of which names this one. */
export function RecentReasons({
  events,
  onChoose,
}: {
  events: EventHints["events"];
  onChoose: (name: string) => void;
}) {
  const { t } = useTranslation();
  if (events.length === 0) return null;
  return (
    <ul
      aria-label={t("events.recentReasons")}
      className="-mt-2.5 flex flex-wrap gap-x-1.5 gap-y-3 max-lg:py-1.5 lg:gap-y-1.5"
    >
      {events.map(({ id, name }) => (
        <li key={id} className="max-w-full min-w-0">
          <ChipButton onClick={() => onChoose(name)}>
            <span className="max-w-64 truncate">{name}</span>
          </ChipButton>
        </li>
      ))}
    </ul>
  );
}
