import "#app/kit/charts/texts.ts";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { SwitchField } from "#app/components/forms/switch-field.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { DateField } from "#app/kit/controls/date-field.tsx";
import { localTimeOf } from "#app/domain/formats/local-days.ts";
import {
  withDowntime,
  withInterventions,
  withMachine,
  withStillDown,
  withStop,
  withTime,
  type DraftProblem,
  type DraftProblems,
  type EventDraft,
} from "./event-draft.ts";
import type { EventMachine } from "./event-types.ts";
import { LastStops, RecentReasons, useEventHints } from "./event-suggestions.tsx";
import { InterventionsField } from "./interventions-field.tsx";
import { useComponents } from "./use-components.ts";
import "./texts.ts";

const NOTES_ROWS = 8;
const TEXTS = {
  required: "events.problem_required",
  order: "events.problem_order",
  future: "events.problem_future",
  refused: "events.problem_refused",
} as const satisfies Record<DraftProblem, string>;

type EventFormProps = {
  id: string;
  draft: EventDraft;
  machines: readonly EventMachine[];
  /** An event that is changed keeps its machine. */
  isMachineFixed?: boolean;
  nowMs: number;
  /** What stands in the way, by field: said at a field that was left, and at every field once it was sent. */
  problems: DraftProblems;
  onChange: (draft: EventDraft) => void;
  onSubmit: () => void;
};

/** What happened, when, and what was done about it. Times are the plant's. */
export function EventForm({
  id,
  draft,
  machines,
  isMachineFixed = false,
  nowMs,
  problems,
  onChange,
  onSubmit,
}: EventFormProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const form = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tries, setTries] = useState(0);
  const machine = machines.find((each) => String(each.id) === draft.deviceId) ?? null;
  const zone = machine?.timezone ?? "UTC";
  const hasInterventions = draft.interventions.length > 0;
  const components = useComponents(hasInterventions ? (machine?.id ?? null) : null);
  // Of an event that is changed its author knows when it was.
  const hints = useEventHints(isMachineFixed ? null : machine);
  const isRead = hints !== null && hints !== "loading";
  const isRefused = Object.values(problems).includes("refused");
  useEffect(() => {
    if (tries > 0 || isRefused)
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tries, isRefused]);
  const leave = (name: string) => setLeft((names) => new Set([...names, name]));
  const errorsOf = (name: string, label: string): string[] => {
    const problem = problems[name];
    if (problem === undefined || !(tries > 0 || problem === "refused" || left.has(name))) return [];
    return [t(TEXTS[problem], { field: label })];
  };
  const time = (
    name: "startAt" | "endAt" | "downtimeStartAt" | "downtimeEndAt",
    label: string,
    aside?: ReactNode,
  ) => (
    <DateField
      id={`${id}-${name}`}
      label={label}
      hasTime
      required
      max={localTimeOf(nowMs, zone)}
      value={draft[name]}
      errors={errorsOf(name, label)}
      aside={aside}
      onBlur={() => leave(name)}
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
    <form
      id={id}
      ref={form}
      noValidate
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        setTries(tries + 1);
        onSubmit();
      }}
    >
      {isMachineFixed ? (
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
          errors={errorsOf("deviceId", t("events.machine"))}
          onBlur={() => leave("deviceId")}
          onChange={(event) => onChange(withMachine(draft, event.target.value))}
          options={[
            { value: "", label: t("events.choose") },
            ...machines.map((each) => ({ value: String(each.id), label: each.name })),
          ]}
        />
      )}
      {hints === "loading" && (
        <div className="skeleton h-[6.25rem]" role="status" aria-label={t("events.loading")} />
      )}
      {isRead && (
        <LastStops
          stops={hints.stops}
          nowMs={nowMs}
          timezone={zone}
          onChoose={(stop) => onChange(withStop(draft, stop, zone))}
        />
      )}
      <Field
        id={`${id}-name`}
        label={t("events.name")}
        required
        maxLength={200}
        value={draft.name}
        errors={errorsOf("name", t("events.name"))}
        onBlur={() => leave("name")}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      {isRead && (
        <RecentReasons events={hints.events} onChoose={(name) => onChange({ ...draft, name })} />
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
        {t("chart.zone", { zone: formats.zone(nowMs, zone) })}
      </p>
      <SwitchField
        id={`${id}-downtime`}
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
          errorsOf={errorsOf}
          onLeave={leave}
          onChange={onChange}
        />
      )}
    </form>
  );
}
