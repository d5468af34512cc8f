import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { useLayoutEffectInBrowser } from "#app/components/use-hydrated.ts";

/** Between two slides, as the list is styled. */
const GAP_PX = 12;
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

type Slides = {
  slides: number;
  /** What lies in the list, in its order. */
  order: string;
  /** What was asked for by hand: its first slide is shown. */
  asked: string;
};

/** Which slide of a sideways list is seen, told by how far it was moved; arrow keys move it while it has the focus. */
export function useSlides(list: RefObject<HTMLElement>, { slides, order, asked }: Slides) {
  const [slide, setSlide] = useState(0);
  useBeginning(list, { order, asked, isAtBeginning: slide === 0 });
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

/**
 * Snapping keeps to the card that it stopped at, wherever a new order puts it. Who has not moved the list, or asked for the
 * order, wants to see what is first now.
 */
function useBeginning(
  list: RefObject<HTMLElement>,
  { order, asked, isAtBeginning }: { order: string; asked: string; isAtBeginning: boolean },
): void {
  const before = useRef({ order, asked, isAtBeginning });
  useLayoutEffectInBrowser(() => {
    const element = list.current;
    const hasNewOrder = before.current.order !== order;
    const wasAsked = before.current.asked !== asked;
    const { isAtBeginning: wasAtBeginning } = before.current;
    before.current = { ...before.current, order, asked };
    if (element === null || !(wasAsked || (hasNewOrder && wasAtBeginning))) return;
    // The card is forgotten by a layout without snapping.
    element.style.scrollSnapType = "none";
    element.scrollLeft = 0;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => (element.style.scrollSnapType = ""));
    });
    return () => {
      cancelAnimationFrame(frame);
      element.style.scrollSnapType = "";
    };
  }, [list, order, asked]);
  useLayoutEffectInBrowser(() => {
    before.current.isAtBeginning = isAtBeginning;
  }, [isAtBeginning]);
}
