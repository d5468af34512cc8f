import {
  Combobox as HeadlessCombobox,
  ComboboxButton,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
} from "@headlessui/react";
import { Check, ChevronsUpDown, X } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldErrors } from "#app/components/forms/field-errors.tsx";
import { cx } from "#app/components/cx.ts";
import { focusBeside, useCut, useLabels } from "./chosen.ts";
import { searchChoices, type Choice } from "./search-choices.ts";
import "./texts.ts";

export type { Choice } from "./search-choices.ts";

type Shared = {
  label: string;
  choices: readonly Choice[];
  /** Sent with a form: once, or once for each that is chosen. */
  name?: string;
  help?: string;
  errors?: readonly string[];
  disabled?: boolean;
};
type One = Shared & { value: string | null; onChange: (value: string | null) => void };
type Several = Shared & {
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** What was typed, as a value that is not among the choices; null: it is none. */
  toValue?: (typed: string) => string | null;
};

const FIELD =
  "flex w-full flex-wrap items-center gap-1 rounded-control border bg-card pr-11 pl-2 lg:py-1 lg:pr-10 has-focus-visible:outline-2 has-focus-visible:outline-ring";
const INPUT =
  "h-11 min-w-24 flex-1 bg-transparent px-1 text-md text-ink outline-none placeholder:text-ink-faint disabled:text-ink-faint lg:h-7.5 lg:text-sm";

/** Choose one by typing a part of its name. */
export function Combobox({ value, onChange, choices, ...shared }: One) {
  const [query, setQuery] = useState("");
  const found = useMemo(() => searchChoices(choices, query), [choices, query]);
  const labels = useLabels(choices);
  const chosen = value === null ? "" : labels(value);
  const { input, isCut } = useCut(chosen);
  return (
    <HeadlessCombobox
      as="div"
      immediate
      value={value}
      onChange={onChange}
      onClose={() => setQuery("")}
      disabled={shared.disabled}
    >
      <Frame {...shared} values={value === null ? [] : [value]}>
        {(field) => (
          <ComboboxInput
            {...field}
            ref={input}
            className={INPUT}
            autoComplete="off"
            displayValue={(chosen: string | null) => (chosen === null ? "" : labels(chosen))}
            onChange={(event) => {
              setQuery(event.currentTarget.value);
              if (event.currentTarget.value === "") onChange(null);
            }}
          />
        )}
      </Frame>
      {/* Whole: of many names only the end may differ. Who listens has it from the field. */}
      {isCut && (
        <p aria-hidden="true" className="mt-1.5 text-sm wrap-anywhere text-ink-soft">
          {chosen}
        </p>
      )}
      <Options found={found} />
    </HeadlessCombobox>
  );
}

/** Choose several; each chosen one is a chip that can be taken away, by Backspace too. */
export function MultiCombobox({ values, onChange, choices, toValue, ...shared }: Several) {
  const { t } = useTranslation();
  const [query, setQuery] = useState("");
  const typed = toValue?.(query) ?? null;
  const found = useMemo(() => {
    const isNew = typed !== null && !choices.some(({ value }) => value === typed);
    return searchChoices(isNew ? [{ value: typed, label: typed }, ...choices] : choices, query);
  }, [choices, query, typed]);
  const labels = useLabels(choices);
  return (
    <HeadlessCombobox
      as="div"
      immediate
      multiple
      value={[...values]}
      onChange={(chosen) => {
        setQuery("");
        onChange(chosen);
      }}
      onClose={() => setQuery("")}
      disabled={shared.disabled}
    >
      <Frame {...shared} values={values}>
        {(field) => (
          <>
            {values.map((value) => (
              <span
                key={value}
                className="inline-flex min-h-8 max-w-full max-lg:my-1.5 items-center rounded-card bg-idle-wash pl-2.5 text-sm lg:min-h-6 lg:text-xs"
              >
                <span className="min-w-0 py-1 wrap-anywhere lg:py-0.5">{labels(value)}</span>
                <button
                  type="button"
                  disabled={shared.disabled}
                  aria-label={t("combobox.remove", { name: labels(value) })}
                  data-chip
                  onClick={(event) => {
                    focusBeside(event.currentTarget, event.detail === 0);
                    onChange(values.filter((each) => each !== value));
                  }}
                  className="relative grid size-8 shrink-0 place-items-center text-ink-soft before:absolute before:-inset-1.5 hover:text-ink lg:size-6 lg:before:inset-0"
                >
                  <X className="size-3.5" aria-hidden="true" />
                </button>
              </span>
            ))}
            <ComboboxInput
              {...field}
              className={INPUT}
              autoComplete="off"
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Backspace" && query === "" && values.length > 0)
                  onChange(values.slice(0, -1));
              }}
            />
          </>
        )}
      </Frame>
      <Options found={found} />
    </HeadlessCombobox>
  );
}

type FieldProps = {
  id: string;
  /** No form's: what is typed here is a search, and a form's problem as a whole is not of the field without a name. */
  form: "";
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  placeholder: string;
};

function Frame({
  label,
  name,
  values,
  help,
  errors = [],
  children,
}: Omit<Shared, "choices"> & {
  values: readonly string[];
  children: (field: FieldProps) => React.ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const described = [errors.length > 0 && `${id}-errors`, help && `${id}-help`].filter(Boolean);
  return (
    <>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div
        className={cx(
          "relative",
          FIELD,
          errors.length > 0 ? "border-alarm" : "border-line-strong hover:border-ink-faint",
        )}
      >
        {children({
          id,
          form: "",
          "aria-invalid": errors.length > 0 || undefined,
          "aria-describedby": described.join(" ") || undefined,
          placeholder: values.length === 0 ? t("combobox.search") : "",
        })}
        <ComboboxButton
          aria-label={t("combobox.open", { label })}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center text-ink-soft"
        >
          <ChevronsUpDown className="size-4" aria-hidden="true" />
        </ComboboxButton>
      </div>
      {name !== undefined &&
        values.map((value) => <input key={value} type="hidden" name={name} value={value} />)}
      <FieldErrors id={id} errors={errors} />
      {help && (
        <p id={`${id}-help`} className="mt-1.5 text-sm text-ink-faint">
          {help}
        </p>
      )}
    </>
  );
}

function Options({ found: { choices, left } }: { found: ReturnType<typeof searchChoices> }) {
  const { t } = useTranslation();
  return (
    <ComboboxOptions
      modal={false}
      anchor={{ to: "bottom start", gap: 4 }}
      className="z-60 max-h-72! w-[calc(var(--input-width)+2.75rem)] min-w-72 overflow-y-auto rounded-card bg-card p-1 text-sm shadow-float empty:invisible"
    >
      {choices.map(({ value, label, note }) => (
        <ComboboxOption
          key={value}
          value={value}
          className="group/choice flex min-h-11 cursor-pointer items-center gap-2 rounded-control px-2 data-focus:bg-hover lg:min-h-8"
        >
          <Check
            className="invisible size-4 shrink-0 group-data-selected/choice:visible"
            aria-hidden="true"
          />
          {/* Whole: of many tags only the end may differ. */}
          <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-2 py-1 wrap-anywhere">
            <span className="max-w-full grow">{label}</span>
            {note && <span className="max-w-full text-xs text-ink-faint">{note}</span>}
          </span>
        </ComboboxOption>
      ))}
      {(choices.length === 0 || left > 0) && (
        <p className="px-2 py-2 text-ink-faint" role="status">
          {choices.length === 0 ? t("combobox.none") : t("combobox.more", { count: left })}
        </p>
      )}
    </ComboboxOptions>
  );
}
