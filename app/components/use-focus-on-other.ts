import { useEffect, useRef, type RefObject } from "react";

/**
 * Of acts that take each other's place, such as one and what undoes it: when the one that was pressed is there no more, the
 * focus goes to what stands there instead. The answer is the ref of the element around them.
 */
export function useFocusOnOther(state: unknown): RefObject<HTMLDivElement> {
  const acts = useRef<HTMLDivElement>(null);
  const was = useRef(state);
  useEffect(() => {
    if (was.current === state) return;
    was.current = state;
    const focused = document.activeElement;
    if (focused !== document.body && focused?.checkVisibility() !== false) return;
    const others = acts.current?.querySelectorAll<HTMLElement>("a, button") ?? [];
    [...others].find((each) => each.checkVisibility())?.focus({ preventScroll: true });
  }, [state]);
  return acts;
}
