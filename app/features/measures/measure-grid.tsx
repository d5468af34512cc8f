import { useEffect, useState, type ReactNode } from "react";
import type { InitialValue } from "#app/live/index.ts";
import { MeasureCard, type ShownMeasure } from "./measure-card.tsx";
import type { SeenMeasure } from "./measure.ts";

/** So many are drawn at once, and so many more in each step: a step is little work, also on a slow machine. */
export const CARDS_AT_ONCE = 60;
const CARDS_A_STEP = 20;

/** A card of a section; `id` is null of a tag that nobody made a measure of. */
export type GridMeasure = ShownMeasure & { id: number | null; isStatic?: boolean };

type Props = {
  measures: readonly GridMeasure[];
  deviceId: number;
  basePath: string;
  initials: Readonly<Record<string, InitialValue>>;
  seen: Readonly<Record<string, SeenMeasure>>;
  canMarkSeen: boolean;
  timezone: string;
  /** Keeps its identity from render to render, as `measures` do; null: the person may not change them. */
  onEdit: ((id: number) => void) | null;
  /** Behind the last card. */
  add: ReactNode;
};

/** The cards of a section. Hundreds come in steps, between which the page answers to keys and presses. */
export function MeasureGrid({ measures, initials, seen, onEdit, add, ...common }: Props) {
  const drawn = useSteps(measures.length);
  return (
    <ul
      aria-busy={drawn < measures.length || undefined}
      className="grid grid-cols-2 gap-2 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6"
    >
      {measures.slice(0, drawn).map((measure) => (
        <MeasureCard
          key={measure.id ?? measure.humanKey}
          {...common}
          measure={measure}
          initial={initials[measure.humanKey] ?? null}
          seen={seen[measure.humanKey] ?? null}
          id={measure.isStatic ? null : measure.id}
          onEdit={onEdit}
        />
      ))}
      {add}
    </ul>
  );
}

function useSteps(total: number): number {
  const [drawn, setDrawn] = useState(CARDS_AT_ONCE);
  const isWhole = drawn >= total;
  useEffect(() => {
    if (isWhole) return;
    const timer = setTimeout(() => setDrawn(drawn + CARDS_A_STEP));
    return () => clearTimeout(timer);
  }, [isWhole, drawn]);
  return Math.min(drawn, total);
}
