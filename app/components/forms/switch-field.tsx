import type { InputHTMLAttributes } from "react";

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  id: string;
  label: string;
  help?: string;
};

/** On or off, kept with the form: a checkbox that looks and speaks like a switch. */
export function SwitchField({ id, label, help, className, ...input }: Props) {
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className="flex min-h-11 items-center justify-between gap-4 text-sm font-medium lg:min-h-8"
      >
        {label}
        <span className="relative inline-flex">
          <input
            {...input}
            id={id}
            type="checkbox"
            role="switch"
            aria-describedby={help ? `${id}-help` : undefined}
            className="peer h-6 w-10 appearance-none rounded-full border border-ink-faint bg-idle-wash transition-colors duration-150 checked:border-go checked:bg-go"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-ink-soft transition-transform duration-150 peer-checked:translate-x-4 peer-checked:bg-card"
          />
        </span>
      </label>
      {help && (
        <p id={`${id}-help`} className="text-sm text-ink-faint">
          {help}
        </p>
      )}
    </div>
  );
}
