import { useEffect, useState, type RefObject } from "react";

/** Whether an element is on the screen, or nearly, as on the next page of a list that is moved sideways; false until that is known, and where it is not asked for. */
export function useInSight(element: RefObject<Element>, isAsked = true): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    if (!isAsked || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => setInSight(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: "100px", scrollMargin: "0% 100%" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isAsked]);
  return isInSight;
}
