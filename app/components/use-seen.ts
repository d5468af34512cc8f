import { useEffect, useState, type RefObject } from "react";
import { onPrint } from "./on-print.ts";

/** Whether the element was on screen or paper once, or that near to it (a margin as of CSS): what is drawn waits for it. */
export function useSeen(ref: RefObject<Element>, margin = "0px"): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (seen || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: margin },
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
