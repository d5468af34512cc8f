import { Lock } from "lucide-react";
import { useId, type ReactNode } from "react";
import { Button, type ButtonTone } from "./button.tsx";

/**
 * A button that does nothing here and says why: to the pointer, to the focus (it stays reachable by keyboard) and to
 * who listens. The tip ends where the button does: what stands over the right edge would widen the page.
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
        className="pointer-events-none absolute top-full right-0 z-10 mt-1.5 w-max max-w-[min(16rem,calc(100vw-2rem))] rounded-control bg-ink px-2.5 py-1.5 text-xs text-card opacity-0 transition-opacity duration-150 group-focus-within:opacity-100 group-hover:opacity-100"
      >
        {reason}
      </span>
    </span>
  );
}
