import { Lock } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Button, type ButtonTone } from "./button.tsx";

/**
 * A button that does nothing here and says why: to the pointer, to the focus (it stays reachable by keyboard) and to
 * who listens.
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
  const tip = useId();
  return (
    <span className="group relative inline-flex">
      <Button
        tone={tone === "primary" ? "quiet" : (tone ?? "quiet")}
        aria-disabled="true"
        aria-describedby={tip}
        onClick={(event) => event.preventDefault()}
        className="cursor-not-allowed border-dashed text-ink-faint hover:bg-card"
      >
        <Lock className="size-4" aria-hidden="true" />
        {children}
      </Button>
      <span
        role="tooltip"
        id={tip}
        className="pointer-events-none absolute top-full left-1/2 z-10 mt-1.5 w-max max-w-64 -translate-x-1/2 rounded-control bg-ink px-2.5 py-1.5 text-xs text-card opacity-0 transition-opacity duration-150 group-focus-within:opacity-100 group-hover:opacity-100"
      >
        {reason}
      </span>
    </span>
  );
}
