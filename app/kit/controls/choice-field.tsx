import type { ReactNode } from "react";
import { cx } from "#app/components/cx.ts";
import { FieldErrors } from "#app/components/forms/field-errors.tsx";

type Option = {
  value: string;
  label: string;
  /** Stands above the label: a picture of what is chosen. The options are tiles then. */
  face?: ReactNode;
};
type Props = {
  id: string;
  name: string;
  label: string;
  /** For who listens only: a head above says it already. */
  isLabelHidden?: boolean;
  options: readonly Option[];
  defaultValue?: string | undefined;
  /** In words, in the reader's language. */
  errors?: readonly string[];
};

/** One of a few in sight, as a field of a form: radio buttons, arrow keys included. `{...form.fieldProps("accuracy", …)}` */
export function ChoiceField({
  id,
  name,
  label,
  isLabelHidden = false,
  options,
  defaultValue,
  errors = [],
}: Props) {
  const isTiles = options.some(({ face }) => face !== undefined);
  return (
    <fieldset aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}>
      <legend className={isLabelHidden ? "sr-only" : "mb-1.5 text-sm font-medium"}>{label}</legend>
      <div className={isTiles ? "grid grid-cols-2 gap-2 sm:grid-cols-5" : "flex flex-wrap gap-x-5"}>
        {options.map((option, index) => (
          <label
            key={option.value}
            className={cx("flex cursor-pointer items-center", isTiles ? TILE : LINE)}
          >
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={option.value}
              defaultChecked={option.value === defaultValue}
              className={isTiles ? "sr-only" : "size-4 shrink-0 accent-(--ring)"}
            />
            {option.face}
            {option.label}
          </label>
        ))}
      </div>
      <FieldErrors id={id} errors={errors} />
    </fieldset>
  );
}

const LINE = "min-h-11 gap-2 text-sm lg:min-h-8";
const TILE =
  "relative min-h-20 flex-col justify-center gap-1.5 rounded-control border border-line-strong p-2 text-xs text-ink-soft hover:bg-hover has-checked:border-ring has-checked:bg-sunken has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-ring has-disabled:cursor-not-allowed has-disabled:hover:bg-transparent";
