import { useCallback, useEffect, useState, type RefObject } from "react";

/** Between two slides, as the list is styled. */
const GAP_PX = 12;
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Which slide of a sideways list is seen, told by how far it was moved; arrow keys move it while it has the focus. */
export function useSlides(list: RefObject<HTMLElement>, slides: number) {
  const [slide, setSlide] = useState(0);
  const moveTo = useCallback(
    (wanted: number) => {
      const element = list.current;
      if (element === null) return;
      const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
      const left = Math.max(0, Math.min(slides - 1, wanted)) * (element.clientWidth + GAP_PX);
      element.scrollTo({ left, behavior: isStill ? "auto" : "smooth" });
    },
    [list, slides],
  );
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const seen = () => Math.round(element.scrollLeft / Math.max(1, element.clientWidth + GAP_PX));
    const read = () => setSlide(seen());
    const move = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      // Where everything fits, the keys are the page's own.
      if (
        step === undefined ||
        event.target !== element ||
        element.scrollWidth <= element.clientWidth
      )
        return;
      event.preventDefault();
      moveTo(seen() + step);
    };
    element.addEventListener("scroll", read, { passive: true });
    element.addEventListener("keydown", move);
    return () => {
      element.removeEventListener("scroll", read);
      element.removeEventListener("keydown", move);
    };
  }, [list, moveTo]);
  return { slide: Math.min(slide, Math.max(0, slides - 1)), moveTo };
}
