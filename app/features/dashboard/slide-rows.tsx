import { useState, type ReactNode } from "react";
import { cx } from "#app/components/cx.ts";
import { useHydrated } from "#app/components/use-hydrated.ts";

type SlideRowsProps = { className: string; children: ReactNode };

/**
 * The machines of one slide. It comes in softly when the show goes on, and what the page comes with is simply there: a busy
 * screen may take a while to begin with an animation, and shows how it begins until then.
 */
export function SlideRows({ className, children }: SlideRowsProps) {
  const isAlive = useHydrated();
  const [comesLater] = useState(isAlive);
  return (
    <ul className={cx(comesLater && "motion-safe:wall-in", className)} aria-live="off">
      {children}
    </ul>
  );
}
