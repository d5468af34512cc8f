import { ChevronDown } from "lucide-react";
import type { SelectHTMLAttributes } from "react";
import { cx } from "#app/components/cx.ts";
import { FieldErrors } from "./field-errors.tsx";

type Option = { value: string; label: string; lang?: string; disabled?: boolean };
type Props = SelectHTMLAttributes<HTMLSelectElement> & {
  id: string;
  label: string;
  help?: string;
  /** In words, in the reader's language. */
  errors?: readonly string[];
  options: readonly Option[];
};

/** The browser's own list: known to every keyboard, reader and phone. */
export function SelectField({
  id,
  label,
  help,
  errors = [],
  options,
  className,
  ...select
}: Props) {
  const invalid = errors.length > 0;
  const describedBy = [invalid && `${id}-errors`, help && `${id}-help`].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {/* Its label is on paper: so is what was chosen. */}
      <div className="print-choices relative">
        <select
          {...select}
          id={id}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy || undefined}
          className={cx(
            "h-11 w-full appearance-none truncate rounded-control border bg-card pr-9 pl-3 text-md text-ink focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint lg:h-10 lg:text-sm",
            invalid ? "border-alarm" : "border-line-strong hover:border-ink-faint",
          )}
        >
          {options.map(({ value, label: text, lang, disabled }) => (
            <option key={value} value={value} lang={lang} disabled={disabled}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-faint"
          aria-hidden="true"
        />
      </div>
      <FieldErrors id={id} errors={errors} />
      {help && (
        <p id={`${id}-help`} className="mt-1.5 text-sm text-ink-faint">
          {help}
        </p>
      )}
    </div>
  );
}
