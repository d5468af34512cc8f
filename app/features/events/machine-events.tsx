import { useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { FilePlus2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { useHydrated } from "#app/components/use-hydrated.ts";
import type { Deferred } from "#app/components/use-deferred.ts";
import { EventTable } from "./event-table.tsx";
import type { EventRow } from "./event-row.ts";
import type { EventJson, EventMachine, EventView } from "./event-types.ts";
import type { StateTimeline as Timeline } from "./load-state-timeline.server.ts";
import { EventDrawer } from "./drawer-when-opened.ts";
import { StateTimeline } from "./state-timeline.tsx";
import { spanOnItsWay, type TimelineSpan } from "./timeline-spans.ts";
import "./texts.ts";

type Props = {
  machine: EventMachine & { microStopSeconds: number };
  events: EventRow[];
  /** The event that the address names. */
  event: EventJson | null;
  timeline: Deferred<Timeline>;
  span: TimelineSpan;
  nowMs: number;
};

/** A machine's events: its states with its stops, the table, and one of them in the drawer. */
export function MachineEvents({ machine, events, event, timeline, span, nowMs }: Props) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const { location: coming } = useNavigation();
  const spanNext = spanOnItsWay(span, useLocation().pathname, coming);
  const [params, setParams] = useSearchParams();
  // What is done here; what the address names shows when there is nothing of it.
  const [own, setOwn] = useState<EventView | null>(null);
  const named = useMemo<EventView | null>(() => event && { kind: "event", event }, [event]);
  const view = own ?? named;
  const machines = useMemo(() => [machine], [machine]);
  const set = (change: Record<string, string | null>) =>
    setParams(
      () => {
        // The table's settings too, which the router does not know (kit/table/use-table-address.ts).
        const next = new URLSearchParams(window.location.search);
        for (const [name, value] of Object.entries(change)) {
          if (value === null) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  /** From outside of the table, which turns to it unless it is set to something else. */
  const openOnItsPage = (id: number) => set({ event_id: String(id), page: null });
  const withEvent = (id: number): string => {
    const next = new URLSearchParams(params);
    next.set("event_id", String(id));
    return `?${next.toString()}`;
  };
  const change = (next: EventView | null) => {
    setOwn(next);
    if (next === null && event !== null) set({ event_id: null });
  };
  return (
    <>
      <StateTimeline
        timeline={timeline}
        span={spanNext}
        microStopSeconds={machine.microStopSeconds}
        onSpan={(next) => set({ span: next })}
        events={events}
        onOpen={openOnItsPage}
        onReport={
          machine.isReadOnly
            ? null
            : ({ state: _, ...times }) => setOwn({ kind: "report", deviceId: machine.id, times })
        }
        timezone={machine.timezone}
      />
      <header className="mb-2 flex items-center justify-between gap-3">
        <h2 className="text-sm font-semibold">{t("events.title")}</h2>
        {!machine.isReadOnly && (
          <Button
            tone="primary"
            size="small"
            aria-haspopup="dialog"
            onClick={() => setOwn({ kind: "report", deviceId: machine.id })}
          >
            <FilePlus2 className="size-4" aria-hidden="true" />
            {t("events.report")}
          </Button>
        )}
      </header>
      <EventTable
        rows={events}
        exportName="helios-events.csv"
        timezone={machine.timezone}
        link={({ id }) => ({ to: withEvent(id), replace: true, preventScrollReset: true })}
      />
      {hydrated && <EventDrawer view={view} machines={machines} nowMs={nowMs} onChange={change} />}
    </>
  );
}
