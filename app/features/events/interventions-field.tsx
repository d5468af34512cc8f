import { Plus, Trash2 } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { useFormats } from "#app/components/use-formats.ts";
import { componentWord } from "#app/domain/events/component-words.ts";
import { INTERVENTION_TYPES, type InterventionType } from "#app/domain/events/interventions.ts";
import {
  addIntervention,
  changeIntervention,
  MAX_INTERVENTIONS,
  removeIntervention,
  type EventDraft,
} from "./event-draft.ts";
import { componentName } from "./event-details.tsx";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import { useRowFocus } from "#app/kit/forms/use-row-focus.ts";
import type { eventForm } from "./schemas.ts";
import type { MachineComponents } from "./use-components.ts";
import "./texts.ts";

type Props = {
  draft: EventDraft;
  /** null while no machine is chosen. */
  components: MachineComponents | null;
  form: ResourceFormState<typeof eventForm>;
  onChange: (draft: EventDraft) => void;
};

/** What was done, to which component, and why; the reasons are the component's own. */
export function InterventionsField({ draft, components, form, onChange }: Props) {
  const { t } = useTranslation();
  const { locale } = useFormats();
  const { list, came, went } = useRowFocus();
  const fullId = useId();
  const isFull = draft.interventions.length >= MAX_INTERVENTIONS;
  const known = components?.list ?? [];
  const choices = known
    .map((component) => ({
      value: String(component.id),
      label: componentName(locale, component),
    }))
    .sort((a, b) => a.label.localeCompare(b.label, locale));
  return (
    <div ref={list} className="space-y-3">
      {components === null && <p className="text-sm text-ink-faint">{t("events.noMachine")}</p>}
      {components?.status === "ready" && known.length === 0 && (
        <p className="text-sm text-ink-faint">{t("events.noComponents")}</p>
      )}
      {components?.status === "failed" && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-alarm">
          {t("events.componentsUnread")}
          <Button size="small" onClick={components.retry}>
            {t("errors.retry")}
          </Button>
        </p>
      )}
      {draft.interventions.map(({ key, type, componentId, partNumber, reasonId }, index) => {
        const reasons = known.find(({ id }) => String(id) === componentId)?.reasons ?? [];
        const at = (field: string) => `interventions[${index}].${field}`;
        const change = (part: Parameters<typeof changeIntervention>[2]) =>
          onChange(changeIntervention(draft, key, part));
        return (
          <fieldset
            key={key}
            data-row
            className="grid gap-3 rounded-card border border-line p-3 sm:grid-cols-2"
          >
            <legend className="px-1 text-xs font-medium text-ink-faint">
              {t("events.interventionN", { n: index + 1 })}
            </legend>
            <SelectField
              id={`type-${key}`}
              name={at("type")}
              label={t("events.type")}
              value={type}
              required
              onChange={(event) => change({ type: event.target.value as InterventionType })}
              options={INTERVENTION_TYPES.map((value) => ({
                value,
                label: t(`events.type_${value}`),
              }))}
            />
            <SelectField
              id={`component-${key}`}
              name={at("component_id")}
              label={t("events.component")}
              value={componentId}
              required
              errors={form.errorsAt(at("component_id"), t("events.component"))}
              onChange={(event) => change({ componentId: event.target.value })}
              options={[
                {
                  value: "",
                  label:
                    components?.status === "loading" ? t("events.loading") : t("events.choose"),
                },
                ...choices,
              ]}
            />
            <Field
              id={`part-${key}`}
              name={at("component_part_number")}
              label={t("events.partNumber")}
              value={partNumber}
              maxLength={100}
              onChange={(event) => change({ partNumber: event.target.value })}
            />
            <SelectField
              id={`reason-${key}`}
              name={at("reason_id")}
              label={t("events.reason")}
              value={reasonId}
              disabled={reasons.length === 0}
              errors={form.errorsAt(at("reason_id"), t("events.reason"))}
              onChange={(event) => change({ reasonId: event.target.value })}
              options={[
                {
                  value: "",
                  label: t(`events.${reasonWord(componentId, reasons.length)}`),
                },
                ...reasons.map(({ id, name }) => ({
                  value: String(id),
                  label: componentWord(locale, name),
                })),
              ]}
            />
            {index > 0 && (
              <div className="sm:col-span-2">
                <Button
                  size="small"
                  tone="bare"
                  onClick={() => {
                    went(index);
                    onChange(removeIntervention(draft, key));
                  }}
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                  {t("events.remove")}
                </Button>
              </div>
            )}
          </fieldset>
        );
      })}
      <Button
        size="small"
        disabled={isFull}
        aria-describedby={isFull ? fullId : undefined}
        onClick={() => {
          came();
          onChange(addIntervention(draft));
        }}
      >
        <Plus className="size-4" aria-hidden="true" />
        {t("events.add")}
      </Button>
      {isFull && (
        <p id={fullId} className="text-xs text-ink-faint">
          {t("events.addMost", { most: MAX_INTERVENTIONS })}
        </p>
      )}
    </div>
  );
}

/** What the choice of reasons says while none is chosen: also why there is nothing to choose. */
const reasonWord = (componentId: string, reasons: number) =>
  componentId === "" ? "reasonNeeds" : reasons === 0 ? "reasonNone" : "choose";
