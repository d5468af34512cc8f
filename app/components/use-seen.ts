import { useEffect, useState, type RefObject } from "react";
import { onPrint } from "./on-print.ts";

declare global {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- adds to what the browser's types know
  interface IntersectionObserverInit {
    /** How far beyond what a scrolling list shows its content counts as seen; rootMargin is of the screen alone. */
    scrollMargin?: string;
  }
}

/**
 * Whether the element was on screen or paper once, or that near to it (a margin as of CSS), or within a list that is
 * moved sideways, up to its next page: what is drawn waits for it.
 */
export function useSeen(ref: RefObject<Element>, margin = "0px"): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (seen || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: margin, scrollMargin: "0% 100%" },
    );
    observer.observe(element);
    const endPrint = onPrint(() => setSeen(true));
    return () => {
      observer.disconnect();
      endPrint();
    };
  }, [ref, seen, margin]);
  return seen;
}
