import type { SelectHTMLAttributes } from "react";
import { cx } from "#app/components/cx.ts";

/** The browser's own list in a row of tools or a cell of a table. A field of a form is a SelectField. */
export function Select({ className, ...select }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <select
      {...select}
      className={cx(
        "h-11 rounded-control border border-line-strong bg-card px-2 text-sm text-ellipsis text-ink hover:bg-hover disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-faint lg:h-8",
        className,
      )}
    />
  );
}
