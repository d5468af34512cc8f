import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "#app/components/call-api.ts";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import { EVENT_TOAST_MS, TOAST_MS, Toast } from "#app/components/ui/toast.tsx";
import { useNow } from "#app/components/use-now.ts";
import {
  draftOfEvent,
  draftProblems,
  emptyDraft,
  isUntouched,
  refusedFields,
  toEventBody,
  toEventChanges,
  withStillDown,
  withStop,
  type DraftProblems,
  type EventDraft,
} from "./event-draft.ts";
import { EventDetails } from "./event-details.tsx";
import { EventForm } from "./event-form.tsx";
import type { EventJson, EventMachine, EventView } from "./event-types.ts";
import "./texts.ts";

type EventDrawerProps = {
  /** null: closed. */
  view: EventView | null;
  machines: readonly EventMachine[];
  nowMs: number;
  onChange: (view: EventView | null) => void;
  onReported: () => void;
};
type Said = { tone: "good" | "alarm"; text: string };

/** Reports an event, then shows it; or shows one that was reported, which its author changes here. */
export default function EventDrawer({
  view,
  machines,
  nowMs: serverNowMs,
  onChange,
  onReported,
}: EventDrawerProps) {
  const { t } = useTranslation();
  const form = useId();
  const nowMs = useNow(serverNowMs);
  // What is closing stays drawn until it is gone.
  const [shown, setShown] = useState(view);
  const [draft, setDraft] = useState(() => draftFor(view, machines));
  const [refused, setRefused] = useState<DraftProblems>({});
  const [said, setSaid] = useState<Said | null>(null);
  const [busy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState(false);
  if (view !== null && view !== shown) {
    setShown(view);
    setLeaving(false);
    // The form begins anew whenever it is opened.
    if (view.kind !== "event") {
      setDraft(draftFor(view, machines));
      setRefused({});
    }
  }
  const machine = machines.find(({ id }) => String(id) === draft.deviceId);
  const changed = shown?.kind === "change" ? shown.event : null;
  const before = changed && draftFor(shown, machines);
  const missing = draftProblems(draft, nowMs, machine?.timezone ?? "UTC", before);
  const change = (next: EventDraft) => {
    setDraft(next);
    setRefused({});
    setLeaving(false);
  };
  const submit = async () => {
    if (busy || machine === undefined || Object.keys(missing).length > 0) return;
    if (before !== null && isUntouched(draft, before)) return leave();
    setBusy(true);
    const told = draft.isStillDown ? withStillDown(draft, nowMs, machine.timezone) : draft;
    const answer = await (changed !== null && before !== null
      ? callApi<{ data: EventJson }>(`events/${changed.id}`, {
          method: "PATCH",
          body: toEventChanges(told, before, machine.timezone),
        })
      : callApi<{ data: EventJson }>("events", {
          method: "POST",
          body: toEventBody(told, machine.timezone),
        }));
    setBusy(false);
    if (answer.ok) {
      setSaid({ tone: "good", text: t(changed === null ? "events.created" : "events.changed") });
      onChange({ kind: "event", event: answer.data.data });
      return onReported();
    }
    const fields = refusedFields(draft, answer.errors);
    setRefused(fields);
    const isAtField = Object.keys(fields).length > 0;
    const reasons: Record<string, string> = {
      offline: t("errors.offlineTitle"),
      forbidden: t("failures.forbidden"),
    };
    const reason = isAtField
      ? t("events.seeFields")
      : (reasons[answer.code] ?? t("failures.server"));
    setSaid({ tone: "alarm", text: t("events.failed", { reason }) });
  };
  const isEvent = shown?.kind === "event";
  const seen = isEvent ? machines.find(({ id }) => id === shown.event.device_id) : undefined;
  const close = () => {
    setSaid(null);
    onChange(null);
  };
  /** Of an event that is changed: back to it. */
  const leave = () => (changed === null ? close() : onChange({ kind: "event", event: changed }));
  /** Escape and a click beside it ask first when something was typed. */
  const tryToClose = () =>
    isEvent || isUntouched(draft, draftFor(view, machines)) ? close() : setLeaving(true);
  const title = changed === null ? t("events.report") : t("events.change");
  return (
    <Drawer
      open={view !== null}
      onClose={tryToClose}
      title={isEvent ? shown.event.name : title}
      lead={isEvent ? undefined : t(changed === null ? "events.reportLead" : "events.changeLead")}
      toast={
        said && (
          <Toast
            inPlace
            tone={said.tone}
            text={said.text}
            durationMs={said.tone === "good" ? EVENT_TOAST_MS : TOAST_MS}
            onClose={() => setSaid(null)}
          />
        )
      }
      footer={
        isEvent ? (
          <>
            {shown.event.can_change && seen?.opensEvents && (
              <Button
                className="mr-auto"
                onClick={() => {
                  setSaid(null);
                  onChange({ kind: "change", event: shown.event });
                }}
              >
                {t("events.change")}
              </Button>
            )}
            <Button onClick={close}>{t("drawer.close")}</Button>
          </>
        ) : leaving ? (
          <>
            <p role="alert" className="mr-auto self-center text-sm font-medium">
              {t("events.discardAsk")}
            </p>
            <Button onClick={() => setLeaving(false)}>{t("events.keep")}</Button>
            <Button tone="danger" onClick={close}>
              {t("events.discard")}
            </Button>
          </>
        ) : (
          <>
            {machine === undefined && (
              <p className="mr-auto self-center text-xs text-ink-faint">
                {t("events.needMachine")}
              </p>
            )}
            <Button onClick={leave}>{t("form.cancel")}</Button>
            <SubmitButton
              form={form}
              tone="primary"
              busy={busy}
              busyText={t("form.saving")}
              disabled={machine === undefined}
            >
              {t(changed === null ? "events.submit" : "events.save")}
            </SubmitButton>
          </>
        )
      }
    >
      {isEvent && seen && <EventDetails event={shown.event} machine={seen} />}
      {shown !== null && !isEvent && (
        <EventForm
          id={form}
          draft={draft}
          machines={
            changed === null
              ? machines.filter(({ opensEvents }) => opensEvents)
              : machines.filter(({ id }) => id === changed.device_id)
          }
          isMachineFixed={changed !== null}
          nowMs={nowMs}
          problems={{ ...refused, ...missing }}
          onChange={change}
          onSubmit={() => void submit()}
        />
      )}
    </Drawer>
  );
}

function draftFor(view: EventView | null, machines: readonly EventMachine[]): EventDraft {
  if (view?.kind === "change") {
    const machine = machines.find(({ id }) => id === view.event.device_id);
    return draftOfEvent(view.event, machine?.timezone ?? "UTC");
  }
  if (view?.kind !== "report") return emptyDraft("");
  const isDowntime = view.isDowntime ?? false;
  const draft = { ...emptyDraft(view.deviceId === null ? "" : String(view.deviceId)), isDowntime };
  const machine = machines.find(({ id }) => id === view.deviceId);
  return view.times === undefined || machine === undefined
    ? draft
    : withStop(draft, view.times, machine.timezone);
}
