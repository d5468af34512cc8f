import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/components/call-api.ts";
import { UnreadOfDrawn } from "#app/components/part-notice.tsx";
import { CompactTable } from "#app/components/ui/compact-table.tsx";
import { useDemoSwitching } from "#app/components/use-demo-switching.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { SALES_EMAIL } from "#app/domain/support.ts";
import { Failure } from "#app/kit/states/failure.tsx";
import type { ConnectionState } from "#app/live/connection.ts";
import { useOpened } from "#app/live/use-opened.ts";
import type { EventJson, EventMachine } from "./event-types.ts";
import "./texts.ts";
import "#app/features/dashboard/later/texts.ts";

const DAYS_MS = 7 * 24 * 3_600_000;
const ROWS = 5;

type RecentEventsProps = {
  machine: EventMachine;
  nowMs: number;
  /** Changes when there may be another one. */ version: number;
  onOpen: (event: EventJson) => void;
};

/** What happened to a machine in the last 7 days, the newest first; read anew with the page, so that others' reports come too. */
export function RecentEvents({ machine, nowMs, version, onOpen }: RecentEventsProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const [held, setHeld] = useState<{ id: number; events: EventJson[] | null } | null>(null);
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const { id, timezone, opensEvents } = machine;
  const isSwitching = useDemoSwitching();
  useEffect(() => {
    if (!opensEvents) return;
    // Names are masked too: read again once the mode is on, or off.
    if (isSwitching) return setHeld(null);
    const asked = new AbortController();
    setBusy(true);
    const query = new URLSearchParams({
      device_id: String(id),
      start_time: new Date(nowMs - DAYS_MS).toISOString(),
    });
    void callApi<{ data: EventJson[] }>(`events?${query.toString()}`, {
      signal: asked.signal,
    }).then((answer) => {
      if (asked.signal.aborted) return;
      setBusy(false);
      // A list that is already there stays when reading it anew fails.
      setHeld((before) =>
        answer.ok
          ? { id, events: answer.data.data }
          : before?.id === id && before.events
            ? before
            : { id, events: null },
      );
    });
    return () => asked.abort();
  }, [id, opensEvents, nowMs, version, tries, isSwitching]);
  // What was asked by a dead connection fails only after minutes, if it does.
  const isUnread = isBusy || held?.events === null;
  const askAgain = useCallback(
    (before: ConnectionState) => {
      if (isUnread && before !== "connecting") setTries((count) => count + 1);
    },
    [isUnread],
  );
  useOpened(askAgain);
  if (!opensEvents)
    return (
      <p className="py-6 text-center text-sm text-ink-soft">
        {t("events.locked")}{" "}
        <a href={`mailto:${SALES_EMAIL}`} className="font-medium text-ink underline">
          {t("upsell.write", { email: SALES_EMAIL })}
        </a>
      </p>
    );
  if (held === null || held.id !== id)
    return (
      <>
        <div className="skeleton my-2 h-44" role="status" aria-label={t("events.loading")}>
          <UnreadOfDrawn className="print-text pt-4 text-sm">{t("events.unread")}</UnreadOfDrawn>
        </div>
        <p className="hidden text-xs text-ink-soft print:block">
          {t("events.notPrinted", { keys: t("withKey", { key: "P" }) })}
        </p>
      </>
    );
  if (held.events === null)
    return (
      <div className="py-6">
        <Failure inline onRetry={() => setTries(tries + 1)} busy={isBusy}>
          {t("events.unread")}
        </Failure>
      </div>
    );
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
            <button
              type="button"
              onClick={() => onOpen(event)}
              className="print-text text-left font-medium hover:underline"
            >
              {event.name}
            </button>
          ),
        },
        {
          key: "start",
          label: t("events.start"),
          cell: ({ start_at: at }) => (
            <span className="whitespace-nowrap">
              {formats.dateTime(Date.parse(at), timezone)} {formats.zone(Date.parse(at), timezone)}
            </span>
          ),
        },
        {
          key: "downtime",
          label: t("events.downtime"),
          cell: ({ downtime_start_at: from, downtime_end_at: to }) =>
            from === null || to === null
              ? t("events.noDowntime")
              : formats.duration((Date.parse(to) - Date.parse(from)) / 1_000),
        },
        {
          key: "author",
          label: t("events.author"),
          cell: ({ author }) => <span className="text-ink-soft">{author ?? "–"}</span>,
        },
      ]}
    />
  );
}
