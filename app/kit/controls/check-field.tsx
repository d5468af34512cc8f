import { Fragment, type InputHTMLAttributes } from "react";
import { Checkbox } from "#app/components/forms/checkbox.tsx";
import { FieldErrors } from "#app/components/forms/field-errors.tsx";

type CheckProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  label: string;
  /** Beside the label, fainter. */
  note?: string | undefined;
};

/** One box to check, with its words beside it. What is on or off at once is a SwitchField. */
export function CheckField({ label, note, className, ...input }: CheckProps) {
  return (
    <label className={`flex min-h-11 items-center gap-2.5 text-sm lg:min-h-8 ${className ?? ""}`}>
      <Checkbox {...input} />
      <span className="min-w-0">
        {label}
        {note !== undefined && <span className="text-ink-faint"> {note}</span>}
      </span>
    </label>
  );
}

/** `group`: what stands above those that follow one another and have the same. */
type CheckOption = { value: string; label: string; note?: string; group?: string };
type GroupProps = {
  id: string;
  label: string;
  name: string;
  options: readonly CheckOption[];
  /** What is checked at first. */
  chosen: readonly string[];
  help?: string;
  /** In words, in the reader's language. */
  errors?: readonly string[];
};

/** Several of a few, as one field of a form: `{...} chosen={form.valuesOf("scopes")} errors={form.errorsOf(…)}`. */
export function CheckGroup({ id, label, name, options, chosen, help, errors = [] }: GroupProps) {
  const described = [errors.length > 0 && `${id}-errors`, help && `${id}-help`].filter(Boolean);
  return (
    <fieldset
      aria-describedby={described.join(" ") || undefined}
      aria-invalid={errors.length > 0 || undefined}
    >
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {options.map(({ value, label: text, note, group }, at) => (
          <Fragment key={value}>
            {group !== undefined && group !== options[at - 1]?.group && (
              <p className="eyebrow mt-2 sm:col-span-full">{group}</p>
            )}
            <CheckField
              name={name}
              value={value}
              label={text}
              note={note}
              defaultChecked={chosen.includes(value)}
            />
          </Fragment>
        ))}
      </div>
      <FieldErrors id={id} errors={errors} />
      {help && (
        <p id={`${id}-help`} className="text-sm text-ink-faint">
          {help}
        </p>
      )}
    </fieldset>
  );
}
