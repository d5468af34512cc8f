import type { ComponentProps, MouseEvent } from "react";
import { Button } from "#app/components/ui/button.tsx";
import { cx } from "#app/components/cx.ts";

/**
 * Sends a form once: while it is on its way another press does nothing, and the focus stays where it is. `off`: so too,
 * for a reason that stands beside it.
 */
export function SubmitButton({
  busy,
  busyText,
  off = false,
  className,
  children,
  ...props
}: ComponentProps<typeof Button> & { busy: boolean; busyText?: string; off?: boolean }) {
  const guard = (event: MouseEvent) => {
    if (busy || off) event.preventDefault();
  };
  return (
    <Button
      type="submit"
      aria-disabled={busy || off || undefined}
      onClick={guard}
      className={cx(off && OFF, className)}
      {...props}
    >
      {busy && busyText ? busyText : children}
    </Button>
  );
}

const OFF = "cursor-not-allowed !bg-idle-wash !text-ink-faint";
