import { FieldErrors } from "#app/components/forms/field-errors.tsx";

type Props = {
  id: string;
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  defaultValue?: string | undefined;
  /** In words, in the reader's language. */
  errors?: readonly string[];
};

/** One of a few in sight, as a field of a form: radio buttons, arrow keys included. `{...form.fieldProps("accuracy", …)}` */
export function ChoiceField({ id, name, label, options, defaultValue, errors = [] }: Props) {
  return (
    <fieldset aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {options.map((option, index) => (
          <label
            key={option.value}
            className="flex min-h-11 cursor-pointer items-center gap-2 text-sm lg:min-h-8"
          >
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={option.value}
              defaultChecked={option.value === defaultValue}
              className="size-4 shrink-0 accent-(--ring)"
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldErrors id={id} errors={errors} />
    </fieldset>
  );
}
