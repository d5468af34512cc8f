import type { InputHTMLAttributes } from "react";
import { cx } from "#app/components/cx.ts";

/** The box of a CheckField, alone: where a row or a card names what it checks. */
export function Checkbox({
  className,
  ...input
}: Omit<InputHTMLAttributes<HTMLInputElement>, "type">) {
  return (
    <input
      {...input}
      type="checkbox"
      className={cx("size-4 shrink-0 accent-(--ring)", className)}
    />
  );
}
