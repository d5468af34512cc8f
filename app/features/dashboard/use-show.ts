import { useCallback, useEffect, useState } from "react";
import { advanceShow, dueAtMs, startShow, touchShow, type Show } from "./slideshow.ts";

/** The show, driven by the browser's clock: one timer, set anew for what is due next. */
export function useShow(slides: number): {
  show: Show;
  moveBy: (step: number) => void;
  moveTo: (slide: number) => void;
} {
  // Counted from 0 until the page is alive: the server knows no moment of this screen.
  const [show, setShow] = useState(() => startShow(0));
  useEffect(() => setShow(startShow(Date.now())), []);
  useEffect(() => {
    if (show.sinceMs === 0) return;
    const timer = setTimeout(
      () => setShow((held) => advanceShow(held, Date.now(), slides)),
      Math.max(0, dueAtMs(show) - Date.now()) + 1,
    );
    return () => clearTimeout(timer);
  }, [show, slides]);
  const moveTo = useCallback(
    (slide: number) => setShow((held) => touchShow(held, Date.now(), slides, slide)),
    [slides],
  );
  const moveBy = useCallback(
    (step: number) => setShow((held) => touchShow(held, Date.now(), slides, held.slide + step)),
    [slides],
  );
  return { show, moveBy, moveTo };
}
