import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { callApi } from "~/components/call-api";
import { SubmitButton } from "~/components/forms/submit-button";
import { Button } from "~/components/ui/button";
import { Drawer } from "~/components/ui/drawer";
import { EVENT_TOAST_MS, TOAST_MS, Toast } from "~/components/ui/toast";
import { draftProblems, emptyDraft, toEventBody, type EventDraft } from "./event-draft";
import { EventDetails } from "./event-details";
import { EventForm } from "./event-form";
import type { EventJson, EventMachine, EventView } from "./event-types";

type EventDrawerProps = {
  /** null: closed. */
  view: EventView | null;
  machines: readonly EventMachine[];
  nowMs: number;
  onChange: (view: EventView | null) => void;
  onReported: () => void;
};
type Said = { tone: "good" | "alarm"; text: string };

/** Reports an event, then shows it; or shows one that was reported. */
export default function EventDrawer({ view, machines, nowMs, onChange, onReported }: EventDrawerProps) {
  const { t } = useTranslation();
  const form = useId();
  // What is closing stays drawn until it is gone.
  const [shown, setShown] = useState(view);
  const [draft, setDraft] = useState(() => draftFor(view));
  const [said, setSaid] = useState<Said | null>(null);
  const [busy, setBusy] = useState(false);
  if (view !== null && view !== shown) {
    setShown(view);
    // The form begins anew whenever it is opened.
    if (view.kind === "report") setDraft(draftFor(view));
  }
  const reportable = machines.filter(({ opensEvents }) => opensEvents);
  const machine = machines.find(({ id }) => String(id) === draft.deviceId);
  const isReady = machine !== undefined && Object.keys(draftProblems(draft, nowMs, machine.timezone)).length === 0;
  const submit = async () => {
    if (busy || machine === undefined) return;
    setBusy(true);
    const answer = await callApi<{ data: EventJson }>("events", { method: "POST", body: toEventBody(draft, machine.timezone) });
    setBusy(false);
    if (!answer.ok) {
      const reason = answer.code === "offline" ? t("errors.offlineTitle") : answer.message;
      return setSaid({ tone: "alarm", text: t("events.failed", { reason }) });
    }
    setSaid({ tone: "good", text: t("events.created") });
    onChange({ kind: "event", event: answer.data.data });
    onReported();
  };
  const seen = shown?.kind === "event" ? machines.find(({ id }) => id === shown.event.device_id) : undefined;
  const close = () => onChange(null);
  return (
    <>
      <Drawer
        open={view !== null}
        onClose={close}
        title={shown?.kind === "event" ? shown.event.name : t("events.report")}
        lead={shown?.kind === "event" ? undefined : t("events.reportLead")}
        footer={
          shown?.kind === "event" ? (
            <Button onClick={close}>{t("drawer.close")}</Button>
          ) : (
            <>
              {!isReady && <p className="mr-auto self-center text-xs text-ink-faint">{t("events.needAll")}</p>}
              <Button onClick={close}>{t("facilityDialog.cancel")}</Button>
              <SubmitButton
                form={form}
                tone="primary"
                busy={busy}
                busyText={t("facilityDialog.saving")}
                disabled={machine === undefined || !isReady}
              >
                {t("events.submit")}
              </SubmitButton>
            </>
          )
        }
      >
        {shown?.kind === "event" && seen && <EventDetails event={shown.event} machine={seen} />}
        {shown?.kind === "report" && (
          <EventForm id={form} draft={draft} machines={reportable} nowMs={nowMs} onChange={setDraft} onSubmit={() => void submit()} />
        )}
      </Drawer>
      {said && (
        <Toast
          tone={said.tone}
          text={said.text}
          durationMs={said.tone === "good" ? EVENT_TOAST_MS : TOAST_MS}
          onClose={() => setSaid(null)}
        />
      )}
    </>
  );
}

const draftFor = (view: EventView | null): EventDraft =>
  emptyDraft(view?.kind === "report" && view.deviceId !== null ? String(view.deviceId) : "");
