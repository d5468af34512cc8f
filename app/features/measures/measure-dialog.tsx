import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "#app/components/forms/field.tsx";
import { FieldErrors } from "#app/components/forms/field-errors.tsx";
import { SelectField } from "#app/components/forms/select-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import {
  DEFAULT_PRECISION,
  MAX_PRECISION,
  MEASURE_TYPES,
  type MeasureType,
} from "#app/domain/measures/types.ts";
import type { Category } from "#app/domain/metrics/registry.ts";
import { isBlank } from "#app/domain/one-line.ts";
import { Combobox } from "#app/kit/combobox/combobox.tsx";
import { FormDialog } from "#app/kit/forms/form-overlay.tsx";
import type { ResourceFormState } from "#app/kit/forms/use-resource-form.ts";
import { useRowFocus } from "#app/kit/forms/use-row-focus.ts";
import type { ShownMeasure } from "./measure-card.tsx";
import { MAX_CODES, newMeasure, type MeasureDone } from "./measure.ts";
import "./texts.ts";

/** What is asked for: a new measure, of a tag where the address named one, or a change of one that stands. */
export type Asked =
  | { kind: "add"; category: Category | ""; tag: string | null }
  | { kind: "edit"; id: number; category: Category; measure: ShownMeasure };

type Props = {
  asked: Asked;
  open: boolean;
  onClose: () => void;
  onDelete: () => void;
  /** Sorted. */
  tags: readonly string[];
  categories: readonly Category[];
};

type Row = { key: number; from: string; to: string };
const EMPTY_ROW: Row = { key: 0, from: "", to: "" };

/** A measure is added or changed; the button is off until what it needs is there (spec 001 §5). */
export function MeasureDialog({ asked, open, onClose, onDelete, tags, categories }: Props) {
  const { t } = useTranslation(["common", "glossary"]);
  const known = asked.kind === "edit" ? asked.measure : null;
  const [title, setTitle] = useState(known?.title ?? "");
  const [tag, setTag] = useState(known?.humanKey ?? (asked.kind === "add" ? asked.tag : null));
  const [category, setCategory] = useState<string>(asked.category);
  const [type, setType] = useState<MeasureType | "">(known?.type ?? "");
  const [rows, setRows] = useState<Row[]>(
    known && known.encoding.length > 0
      ? known.encoding.map((code, key) => ({ key, ...code }))
      : [EMPTY_ROW],
  );
  const needs = [isBlank(title) ? "" : title, tag ?? "", category, type].includes("")
    ? t("measures.needAll")
    : type === "encoded" && rows.some(({ from, to }) => from.trim() === "" || to.trim() === "")
      ? t("measures.needCodes")
      : null;
  const isNew = known === null;
  return (
    <FormDialog<typeof newMeasure, MeasureDone>
      id="measure"
      open={open}
      onClose={onClose}
      intent={isNew ? "add" : "change"}
      hidden={asked.kind === "edit" ? { id: asked.id } : {}}
      title={isNew ? t("measures.addTitle") : t("measures.editTitle", { title: known.title })}
      schema={newMeasure}
      defaultValue={{
        title,
        units: known?.units ?? "",
        precision: String(known?.precision ?? DEFAULT_PRECISION),
        category: asked.category === "" ? undefined : asked.category,
        type: known?.type,
      }}
      submit={{
        label: isNew ? t("measures.add") : t("measures.save"),
        busyLabel: t("measures.saving"),
        off: needs,
      }}
      toast={{
        done: () => t(isNew ? "measures.created" : "measures.updated"),
        failed: (problem) =>
          isNew ? t("measures.createFailed", { problem }) : t("measures.updateFailed"),
        durationMs: 3_000,
      }}
    >
      {(form) => (
        <>
          <Field
            {...form.textProps("title", t("measures.name"))}
            autoComplete="off"
            onChange={(event) => setTitle(event.target.value)}
          />
          <Combobox
            label={t("measures.tag")}
            name="human_key"
            help={t("measures.tagHelp")}
            choices={(tag !== null && !tags.includes(tag) ? [tag, ...tags] : tags).map((name) => ({
              value: name,
              label: name,
            }))}
            value={tag}
            onChange={setTag}
            errors={form.errorsOf("human_key", t("measures.tag"))}
          />
          <SelectField
            {...form.fieldProps("category", t("measures.category"))}
            onChange={(event) => setCategory(event.target.value)}
            options={withChoose(
              t("measures.choose"),
              categories.map((value) => ({ value, label: t(`glossary:categories.${value}`) })),
            )}
          />
          <SelectField
            {...form.fieldProps("type", t("measures.type"))}
            onChange={(event) => setType(event.target.value as MeasureType | "")}
            options={withChoose(
              t("measures.choose"),
              MEASURE_TYPES.map((value) => ({ value, label: t(`measures.type_${value}`) })),
            )}
          />
          <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
            <Field
              {...form.textProps("units", t("measures.units"))}
              autoComplete="off"
              help={t("measures.unitsHelp")}
            />
            <SelectField
              {...form.fieldProps("precision", t("measures.precision"))}
              options={Array.from({ length: MAX_PRECISION + 1 }, (_, n) => ({
                value: String(n),
                label: String(n),
              }))}
            />
          </div>
          {type === "encoded" && <Codes form={form} rows={rows} onChange={setRows} />}
          {!isNew && (
            <Button tone="bare" onClick={onDelete}>
              <Trash2 className="size-4" aria-hidden="true" />
              {t("measures.delete")}
            </Button>
          )}
        </>
      )}
    </FormDialog>
  );
}

const withChoose = <T extends { value: string; label: string }>(label: string, options: T[]) => [
  { value: "", label },
  ...options,
];

/** What is shown for which value; the last row stays. */
function Codes({
  form,
  rows,
  onChange,
}: {
  form: ResourceFormState<typeof newMeasure>;
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
}) {
  const { t } = useTranslation();
  const { list, came, went } = useRowFocus();
  const set = (key: number, change: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t("measures.encoding")}</legend>
      <div ref={list}>
        <p className="mb-1 flex gap-2 text-xs text-ink-faint" aria-hidden="true">
          <span className="w-28 shrink-0">{t("measures.from")}</span>
          <span>{t("measures.to")}</span>
        </p>
        <ul className="space-y-2">
          {rows.map(({ key, from, to }, n) => (
            <li key={key} data-row className="flex items-start gap-2">
              <Field
                id={`measure-encoding[${n}].from`}
                name={`encoding[${n}].from`}
                label={t("measures.from")}
                isLabelHidden
                className="w-28 shrink-0"
                autoComplete="off"
                value={from}
                errors={form.errorsAt(`encoding[${n}].from`, t("measures.from"))}
                onChange={(event) => set(key, { from: event.target.value })}
              />
              <Field
                id={`measure-encoding[${n}].to`}
                name={`encoding[${n}].to`}
                label={t("measures.to")}
                isLabelHidden
                className="min-w-0 flex-1"
                autoComplete="off"
                value={to}
                errors={form.errorsAt(`encoding[${n}].to`, t("measures.to"))}
                onChange={(event) => set(key, { to: event.target.value })}
              />
              {rows.length > 1 && (
                <Button
                  tone="bare"
                  aria-label={t("measures.removeRow", { n: n + 1 })}
                  onClick={() => {
                    went(n);
                    onChange(rows.filter((row) => row.key !== key));
                  }}
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                </Button>
              )}
            </li>
          ))}
        </ul>
        <FieldErrors
          id="measure-encoding"
          errors={form.errorsOf("encoding", t("measures.encoding"))}
        />
        {rows.length < MAX_CODES && (
          <Button
            size="small"
            className="mt-2"
            onClick={() => {
              came();
              onChange([
                ...rows,
                { ...EMPTY_ROW, key: Math.max(...rows.map(({ key }) => key)) + 1 },
              ]);
            }}
          >
            <Plus className="size-4" aria-hidden="true" />
            {t("measures.addRow")}
          </Button>
        )}
      </div>
    </fieldset>
  );
}
