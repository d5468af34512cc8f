import { ChevronDown } from "lucide-react";
import type { SelectHTMLAttributes } from "react";

type Option = { value: string; label: string; lang?: string };
type Props = SelectHTMLAttributes<HTMLSelectElement> & { id: string; label: string; help?: string; options: readonly Option[] };

/** The browser's own list: known to every keyboard, reader and phone. */
export function SelectField({ id, label, help, options, className, ...select }: Props) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <select
          {...select}
          id={id}
          aria-describedby={help ? `${id}-help` : undefined}
          className="h-11 w-full appearance-none truncate rounded-control border border-line-strong bg-card pr-9 pl-3 text-md text-ink hover:border-ink-faint focus-visible:outline-offset-0 lg:h-10 lg:text-sm"
        >
          {options.map(({ value, label: text, lang }) => (
            <option key={value} value={value} lang={lang}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-faint" aria-hidden="true" />
      </div>
      {help && (
        <p id={`${id}-help`} className="mt-1.5 text-sm text-ink-faint">
          {help}
        </p>
      )}
    </div>
  );
}
