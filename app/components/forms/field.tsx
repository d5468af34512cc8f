import type { InputHTMLAttributes, ReactNode } from "react";
import { cx } from "#app/components/cx.ts";
import { FieldErrors } from "./field-errors.tsx";

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  id: string;
  label: string;
  /** For who listens only: a head above several rows says it already. */
  isLabelHidden?: boolean;
  help?: string;
  /** In words, in the reader's language. */
  errors?: readonly string[];
  /** Sits inside the control at its end. */
  trailing?: ReactNode;
  /** Sits at the end of the label's line. */
  aside?: ReactNode;
};

/** Label above, help below, errors at the field; owns the ids that tie them together. */
export function Field({
  id,
  label,
  isLabelHidden = false,
  help,
  errors = [],
  trailing,
  aside,
  className,
  ...input
}: FieldProps) {
  const invalid = errors.length > 0;
  const describedBy = [invalid && `${id}-errors`, help && `${id}-help`].filter(Boolean).join(" ");
  return (
    <div className={className}>
      <div
        className={cx(
          "mb-1.5 flex items-baseline justify-between gap-4",
          isLabelHidden && "sr-only",
        )}
      >
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {aside}
      </div>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={invalid || undefined}
          aria-describedby={describedBy || undefined}
          className={cx(
            "h-11 w-full rounded-control border bg-card px-3 text-md text-ink transition-colors duration-150 lg:h-10 lg:text-sm",
            "placeholder:text-ink-faint focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint",
            invalid ? "border-alarm" : "border-line-strong hover:border-ink-faint",
            trailing ? "pr-11" : null,
          )}
        />
        {trailing && (
          <div className="absolute inset-y-0 right-0 grid w-11 place-items-center">{trailing}</div>
        )}
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
