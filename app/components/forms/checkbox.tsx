import type { InputHTMLAttributes } from "react";
import { cx } from "#app/components/cx.ts";

/** The box of a CheckField, alone: where a row or a card names what it checks. `isMixed`: it stands for several, of which some are checked. */
export function Checkbox({
  className,
  isMixed = false,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & { isMixed?: boolean }) {
  return (
    <input
      {...input}
      // HTML has no attribute for it.
      ref={(box) => {
        if (box) box.indeterminate = isMixed;
      }}
      type="checkbox"
      className={cx("size-4 shrink-0 accent-(--ring)", className)}
    />
  );
}
