import type { ComponentProps, MouseEvent } from "react";
import { Button } from "#app/components/ui/button.tsx";

/** Sends a form once: while it is on its way another press does nothing, and the focus stays where it is. */
export function SubmitButton({
  busy,
  busyText,
  children,
  ...props
}: ComponentProps<typeof Button> & { busy: boolean; busyText?: string }) {
  const guard = (event: MouseEvent) => {
    if (busy) event.preventDefault();
  };
  return (
    <Button type="submit" aria-disabled={busy || undefined} onClick={guard} {...props}>
      {busy && busyText ? busyText : children}
    </Button>
  );
}
