import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Button, type ButtonTone } from "./button.tsx";
import { Tip } from "./tip.tsx";

/**
 * A button that does nothing here and says why: to the pointer, to a finger, to the focus (it stays reachable by
 * keyboard) and to who listens. The tip ends where the button does: what stands over the right edge would widen the page.
 */
export function LockedButton({
  children,
  reason,
  tone,
}: {
  children: ReactNode;
  reason: string;
  tone?: ButtonTone;
}) {
  return (
    <Tip tip={reason} align="end">
      {({ onClick, ...props }) => (
        <Button
          {...props}
          tone={tone === "primary" ? "quiet" : (tone ?? "quiet")}
          aria-disabled="true"
          onClick={(event) => {
            event.preventDefault();
            onClick();
          }}
          className="cursor-not-allowed border-dashed text-ink-faint hover:bg-card"
        >
          <Lock className="size-4" aria-hidden="true" />
          {children}
        </Button>
      )}
    </Tip>
  );
}
