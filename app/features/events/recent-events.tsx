import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "~/components/call-api";
import { CompactTable } from "~/components/ui/compact-table";
import { useFormats } from "~/components/use-formats";
import { SALES_EMAIL } from "~/domain/support";
import type { EventJson, EventMachine } from "./event-types";

const DAYS_MS = 7 * 24 * 3_600_000;
const ROWS = 5;

type RecentEventsProps = {
  machine: EventMachine;
  nowMs: number;
  /** Changes when there may be another one. */ version: number;
  onOpen: (event: EventJson) => void;
};

/** What happened to a machine in the last 7 days, the newest first. */
export function RecentEvents({ machine, nowMs, version, onOpen }: RecentEventsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [held, setHeld] = useState<{ id: number; events: EventJson[] | null } | null>(null);
  const { id, timezone, opensEvents } = machine;
  // The page's time moves on with each refresh; a list of seven days need not be read anew for it.
  const [fromMs] = useState(nowMs - DAYS_MS);
  useEffect(() => {
    if (!opensEvents) return;
    const asked = new AbortController();
    const query = new URLSearchParams({ device_id: String(id), start_time: new Date(fromMs).toISOString() });
    void callApi<{ data: EventJson[] }>(`events?${query.toString()}`, { signal: asked.signal }).then((answer) => {
      if (!asked.signal.aborted) setHeld({ id, events: answer.ok ? answer.data.data : null });
    });
    return () => asked.abort();
  }, [id, opensEvents, fromMs, version]);
  if (!opensEvents)
    return (
      <p className="py-6 text-center text-sm text-ink-soft">
        {t("events.locked")}{" "}
        <a href={`mailto:${SALES_EMAIL}`} className="font-medium text-ink underline">
          {t("upsell.contact")}
        </a>
      </p>
    );
  if (held === null || held.id !== id) return <div className="skeleton my-2 h-44" role="status" aria-label={t("events.loading")} />;
  if (held.events === null) return <p className="py-6 text-center text-sm text-alarm">{t("events.unread")}</p>;
  return (
    <CompactTable
      caption={t("snapshot.events")}
      rows={held.events.slice(0, ROWS)}
      empty={t("events.none")}
      columns={[
        {
          key: "name",
          label: t("events.name"),
          isName: true,
          cell: (event) => (
            <button type="button" onClick={() => onOpen(event)} className="text-left font-medium hover:underline">
              {event.name}
            </button>
          ),
        },
        {
          key: "start",
          label: t("events.start"),
          cell: ({ start_at: at }) => <span className="whitespace-nowrap">{formats.dateTime(Date.parse(at), timezone)}</span>,
        },
        {
          key: "downtime",
          label: t("events.downtime"),
          cell: ({ downtime_start_at: from, downtime_end_at: to }) =>
            from === null || to === null ? t("events.no") : formats.duration((Date.parse(to) - Date.parse(from)) / 1_000),
        },
        { key: "author", label: t("events.author"), cell: ({ author }) => <span className="text-ink-soft">{author ?? "–"}</span> },
      ]}
    />
  );
}
