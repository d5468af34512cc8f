import "#app/kit/charts/texts.ts";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { FocusFirst, FormElement } from "#app/kit/forms/form-parts.tsx";
import { ProblemSummary } from "#app/kit/forms/problem-summary.tsx";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import { DateField } from "#app/kit/controls/date-field.tsx";
import { localTimeOf } from "#app/domain/formats/local-days.ts";
import { nameZone } from "#app/domain/formats/time-zones.ts";
import {
  withDowntime,
  withInterventions,
  withMachine,
  withStillDown,
  withStop,
  withTime,
  SENT_AS,
  toSentTime,
  type EventDraft,
  type TimeName,
} from "./event-draft.ts";
import type { EventJson, EventMachine } from "./event-types.ts";
import { LastStops, RecentReasons, useEventHints } from "./event-suggestions.tsx";
import { InterventionsField } from "./interventions-field.tsx";
import type { eventForm } from "./schemas.ts";
import { useComponents } from "./use-components.ts";
import "./texts.ts";

const NOTES_ROWS = 8;

type EventFormProps = {
  form: ResourceFormState<typeof eventForm>;
  draft: EventDraft;
  machines: readonly EventMachine[];
  /** The one that is changed, which keeps its machine; null: a new one. */
  before: EventJson | null;
  nowMs: number;
  onChange: (draft: EventDraft) => void;
};

/** What happened, when, and what was done about it. Times are the plant's. */
export function EventForm({ form, draft, machines, before, nowMs, onChange }: EventFormProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { id } = form;
  const machine = machines.find((each) => String(each.id) === draft.deviceId) ?? null;
  const zone = machine?.timezone ?? "UTC";
  const hasInterventions = draft.interventions.length > 0;
  const components = useComponents(hasInterventions ? (machine?.id ?? null) : null);
  // Of an event that is changed its author knows when it was.
  const hints = useEventHints(before === null ? machine : null);
  // A name that was pressed and not typed: nothing else would look at it again.
  const { validate } = form;
  const isNameWrong = form.errorsOf("name", t("events.name")).length > 0;
  useEffect(() => {
    if (isNameWrong) validate("name");
    // eslint-disable-next-line react-hooks/exhaustive-deps -- of another name alone
  }, [draft.name]);
  /** The draft holds the value. */
  const props = (name: Parameters<typeof form.fieldProps>[0], label: string) => {
    const { defaultValue: _held, ...rest } = form.fieldProps(name, label);
    return rest;
  };
  const time = (name: TimeName, label: string, aside?: ReactNode) => (
    <DateField
      {...props(SENT_AS[name], label)}
      hasTime
      required
      max={localTimeOf(nowMs, zone)}
      value={draft[name]}
      toSent={(value) => toSentTime(name, value, zone, before)}
      aside={aside}
      onValue={(value) => onChange(withTime(draft, name, value))}
    />
  );
  const act = (label: string, next: () => EventDraft, name?: string) => (
    <button
      type="button"
      aria-label={name}
      onClick={() => onChange(next())}
      className="relative inline-block text-xs first-letter:uppercase font-medium text-ink-soft underline before:absolute before:-inset-x-2 before:-inset-y-3.5 before:content-[''] hover:text-ink"
    >
      {label}
    </button>
  );
  const now = (name: "startAt" | "endAt", label: string) =>
    act(
      t("events.now"),
      () => withTime(draft, name, localTimeOf(nowMs, zone)),
      t("events.nowFor", { field: label }),
    );
  return (
    <FormElement form={form} className="space-y-5">
      <FocusFirst />
      {before !== null ? (
        <div>
          <p className="eyebrow">{t("events.machine")}</p>
          <p className="mt-0.5 text-sm">{machine?.name}</p>
        </div>
      ) : (
        <SelectField
          id={`${id}-machine`}
          label={t("events.machine")}
          value={draft.deviceId}
          required
          onChange={(event) => onChange(withMachine(draft, event.target.value))}
          options={[
            { value: "", label: t("events.choose") },
            ...machines.map((each) => ({ value: String(each.id), label: each.name })),
          ]}
        />
      )}
      {before === null && (
        <LastStops
          read={hints}
          nowMs={nowMs}
          timezone={zone}
          onChoose={(stop) => onChange(withStop(draft, stop, zone))}
        />
      )}
      <Field
        {...props("name", t("events.name"))}
        required
        maxLength={200}
        value={draft.name}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      {before === null && (
        <RecentReasons read={hints} onChoose={(name) => onChange({ ...draft, name })} />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {time("startAt", t("events.start"), now("startAt", t("events.start")))}
        {time(
          "endAt",
          t("events.end"),
          <span className="flex gap-4">
            {now("endAt", t("events.end"))}
            {act(t("events.stillDown"), () => withStillDown(draft, nowMs, zone))}
          </span>,
        )}
      </div>
      {draft.isStillDown && (
        <p role="status" className="-mt-2 text-sm text-ink-soft">
          {t("events.stillDownText")}
        </p>
      )}
      <p className="-mt-3 text-xs text-ink-faint">
        {machine === null
          ? t("events.zoneOfMachine")
          : t("chart.zone", { zone: nameZone(formats.locale, nowMs, zone) })}
      </p>
      <SwitchField
        id={`${id}-is_downtime`}
        name="is_downtime"
        label={t("events.isDowntime")}
        checked={draft.isDowntime}
        onChange={(event) => onChange(withDowntime(draft, event.target.checked))}
      />
      {draft.isDowntime && (
        <div className="grid gap-4 sm:grid-cols-2">
          {time("downtimeStartAt", t("events.downtimeStart"))}
          {time("downtimeEndAt", t("events.downtimeEnd"))}
        </div>
      )}
      <div>
        <label htmlFor={`${id}-notes`} className="mb-1.5 block text-sm font-medium">
          {t("events.notes")}
        </label>
        <textarea
          id={`${id}-notes`}
          name="notes"
          rows={NOTES_ROWS}
          maxLength={10_000}
          value={draft.notes}
          onChange={(event) => onChange({ ...draft, notes: event.target.value })}
          className="w-full rounded-control border border-line-strong bg-card px-3 py-2 text-md text-ink hover:border-ink-faint focus-visible:outline-offset-0 lg:text-sm"
        />
      </div>
      <SwitchField
        id={`${id}-interventions`}
        label={t("events.hasInterventions")}
        checked={hasInterventions}
        onChange={(event) => onChange(withInterventions(draft, event.target.checked))}
      />
      {hasInterventions && (
        <InterventionsField
          draft={draft}
          components={machine === null ? null : components}
          form={form}
          onChange={onChange}
        />
      )}
      {!form.busy && <ProblemSummary form={form} />}
    </FormElement>
  );
}
