import { useEffect, useMemo, useRef, useState } from "react";
import type { Choice } from "./search-choices.ts";

export function useLabels(choices: readonly Choice[]) {
  const labels = useMemo(
    () => new Map(choices.map(({ value, label }) => [value, label])),
    [choices],
  );
  return (value: string): string => labels.get(value) ?? value;
}

/** Whether the field has no room for what was chosen. */
export function useCut(chosen: string) {
  const input = useRef<HTMLInputElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const field = input.current;
    if (field === null) return;
    // Told once when it begins, and whenever the field's width changes.
    const sizes = new ResizeObserver(() =>
      setCut(chosen !== "" && field.scrollWidth > field.clientWidth),
    );
    sizes.observe(field);
    return () => sizes.disconnect();
  }, [chosen]);
  return { input, isCut };
}

/** A chip that goes hands its focus to its neighbour; the last one to the field, but not under a finger, where a list would open. */
export function focusBeside(chip: HTMLElement, isByKey: boolean): void {
  const field = chip.parentElement?.parentElement;
  const chips = [...(field?.querySelectorAll<HTMLElement>("[data-chip]") ?? [])];
  const index = chips.indexOf(chip);
  const beside = chips[index + 1] ?? chips[index - 1];
  if (beside) beside.focus();
  else if (isByKey) field?.querySelector("input")?.focus();
}
