import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "#app/components/forms/submit-button.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { Drawer } from "#app/components/ui/drawer.tsx";
import { EVENT_TOAST_MS, TOAST_MS, Toast } from "#app/components/ui/toast.tsx";
import { useDemoSwitching } from "#app/components/use-demo-switching.ts";
import { useNow } from "#app/components/use-now.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";
import { useAskedClose } from "#app/kit/forms/use-asked-close.tsx";
import { useResourceForm } from "#app/kit/forms/use-resource-form.ts";
import {
  draftOfEvent,
  emptyDraft,
  withLaterEnd,
  withStop,
  type EventDraft,
} from "./event-draft.ts";
import { EventDetails } from "./event-details.tsx";
import { EventForm } from "./event-form.tsx";
import type { EventMachine, EventView } from "./event-types.ts";
import type { EventDone } from "./events.page.server.ts";
import { eventFormAt, type eventForm } from "./schemas.ts";
import "#app/kit/texts.ts";
import "./texts.ts";

type EventDrawerProps = {
  /** null: closed. */
  view: EventView | null;
  machines: readonly EventMachine[];
  nowMs: number;
  onChange: (view: EventView | null) => void;
  /** Where what is shown does not come with the page, which is read anew by itself. */
  onReported?: () => void;
};
type Said = { tone: "good" | "alarm"; text: string };

/** Reports an event, then shows it; or shows one that was reported, which its author changes here. */
export default function EventDrawer({
  view,
  machines: known,
  nowMs: serverNowMs,
  onChange,
  onReported,
}: EventDrawerProps) {
  const { t } = useTranslation();
  const machines = useMasked(known);
  const nowMs = useNow(serverNowMs);
  // What is closing stays drawn until it is gone.
  const [shown, setShown] = useState(view);
  const [round, setRound] = useState(0);
  const [said, setSaid] = useState<Said | null>(null);
  const [form, setForm] = useState<FormOutside>(NO_FORM);
  const isEvent = shown?.kind === "event";
  const close = () => {
    setSaid(null);
    onChange(null);
  };
  const { tryToClose, question, keep } = useAskedClose(() => !isEvent && form.isDirty(), close);
  if (view !== null && view !== shown) {
    setShown(view);
    keep();
    // The form begins anew whenever it is opened.
    if (view.kind !== "event") setRound(round + 1);
  }
  const changed = shown?.kind === "change" ? shown.event : null;
  const finish = ({ event }: EventDone) => {
    const isAsItWas = changed !== null && event.changed_at === changed.changed_at;
    if (!isAsItWas)
      setSaid({ tone: "good", text: t(changed === null ? "events.created" : "events.changed") });
    onChange({ kind: "event", event });
    onReported?.();
  };
  const seen = isEvent ? machines.find(({ id }) => id === shown.event.device_id) : undefined;
  /** Of an event that is changed: back to it. */
  const leave = () => (changed === null ? close() : onChange({ kind: "event", event: changed }));
  const title = changed === null ? t("events.report") : t("events.change");
  return (
    <Drawer
      open={view !== null}
      onClose={() => (form.busy && form.isDirty()) || tryToClose()}
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
            {shown.event.can_change && seen?.opensEvents && !seen.isReadOnly && (
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
        ) : (
          (question ?? (
            <>
              {!form.hasMachine && (
                <p id={`${form.id}-off`} className="mr-auto self-center text-xs text-ink-faint">
                  {t("events.needMachine")}
                </p>
              )}
              <Button onClick={leave}>{t("form.cancel")}</Button>
              <SubmitButton
                form={form.id}
                tone="primary"
                busy={form.busy}
                busyText={t("form.saving")}
                disabled={!form.hasMachine}
                aria-describedby={form.hasMachine ? undefined : `${form.id}-off`}
              >
                {t(changed === null ? "events.submit" : "events.save")}
              </SubmitButton>
            </>
          ))
        )
      }
    >
      {isEvent && seen && <EventDetails event={shown.event} machine={seen} />}
      {shown !== null && !isEvent && (
        <EventEditor
          key={round}
          view={shown}
          machines={
            changed === null
              ? machines.filter(({ opensEvents }) => opensEvents)
              : machines.filter(({ id }) => id === changed.device_id)
          }
          nowMs={nowMs}
          onForm={setForm}
          onEdit={keep}
          onDone={finish}
          onRefused={(reason) => setSaid({ tone: "alarm", text: t("events.failed", { reason }) })}
        />
      )}
    </Drawer>
  );
}

/** While demo mode is switched on or off, and as long as their names are not read again, machines are told apart as there. */
function useMasked(machines: readonly EventMachine[]): readonly EventMachine[] {
  const { t } = useTranslation();
  const isSwitching = useDemoSwitching();
  return machines.map((each) =>
    isSwitching || each.name === "" ? { ...each, name: `${t("events.machine")} ${each.id}` } : each,
  );
}

/** What stands outside of the form knows of it: its button, and who asks before it is closed. */
type FormOutside = { id: string; busy: boolean; hasMachine: boolean; isDirty: () => boolean };
const NO_FORM: FormOutside = { id: "", busy: false, hasMachine: false, isDirty: () => false };

type EventEditorProps = {
  view: EventView;
  machines: readonly EventMachine[];
  nowMs: number;
  onForm: (form: FormOutside) => void;
  onEdit: () => void;
  onDone: (done: EventDone) => void;
  onRefused: (reason: string) => void;
};

/** The form of a new event, or of one that its author changes. */
function EventEditor({ view, machines, nowMs, onForm, onEdit, ...told }: EventEditorProps) {
  const id = useId();
  const [draft, setDraft] = useState(() => draftFor(view, machines));
  const before = view.kind === "change" ? view.event : null;
  const machine = machines.find((each) => String(each.id) === draft.deviceId);
  const form = useResourceForm<typeof eventForm, EventDone>({
    id,
    intent: before === null ? "report" : "change",
    schema: eventFormAt(nowMs),
    defaultValue: {},
    ...(machine && { action: `/machines/${machine.id}/event_forms` }),
    hidden: before === null ? {} : { id: before.id },
    ...told,
  });
  const { busy, isDirty } = form;
  const hasMachine = machine !== undefined;
  useEffect(
    () => onForm({ id, busy, hasMachine, isDirty }),
    [onForm, id, busy, hasMachine, isDirty],
  );
  // While the machine is still down, its event ends now.
  const minute = Math.floor(nowMs / MINUTE_MS);
  const zone = machine?.timezone;
  useEffect(() => {
    if (zone !== undefined) setDraft((last) => withLaterEnd(last, minute * MINUTE_MS, zone));
  }, [minute, zone]);
  return (
    <EventForm
      form={form}
      draft={draft}
      machines={machines}
      before={before}
      nowMs={nowMs}
      onChange={(next) => {
        setDraft(next);
        onEdit();
      }}
    />
  );
}

function draftFor(view: EventView | null, machines: readonly EventMachine[]): EventDraft {
  if (view?.kind === "change") {
    const machine = machines.find(({ id }) => id === view.event.device_id);
    return draftOfEvent(view.event, machine?.timezone ?? "UTC");
  }
  if (view?.kind !== "report") return emptyDraft("");
  const draft = emptyDraft(view.deviceId === null ? "" : String(view.deviceId));
  const machine = machines.find(({ id }) => id === view.deviceId);
  return view.times === undefined || machine === undefined
    ? draft
    : withStop(draft, view.times, machine.timezone);
}
