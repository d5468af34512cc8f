import { useCallback, useEffect, useState } from "react";
import { advanceShow, dueAtMs, startShow, touchShow, type Show } from "./slideshow.ts";

/**
 * The show, driven by a clock that nobody sets: one timer, set anew for what is due next. `slides`: how many its round has by what
 * is known now; `held`: how many there are to move to by hand.
 */
export function useShow(
  slides: number,
  held: number,
): {
  show: Show;
  moveBy: (step: number) => void;
  moveTo: (slide: number) => void;
} {
  // Counted from 0 until the page is alive: the server knows no moment of this screen.
  const [show, setShow] = useState(() => startShow(0));
  useEffect(() => setShow(startShow(performance.now())), []);
  useEffect(() => {
    if (show.sinceMs === 0) return;
    const timer = setTimeout(
      () => setShow((last) => advanceShow(last, performance.now(), slides)),
      Math.max(0, dueAtMs(show) - performance.now()) + 1,
    );
    return () => clearTimeout(timer);
  }, [show, slides]);
  const moveTo = useCallback(
    (slide: number) => setShow((show) => touchShow(show, performance.now(), held, slide)),
    [held],
  );
  const moveBy = useCallback(
    (step: number) =>
      setShow((show) => touchShow(show, performance.now(), held, show.slide + step)),
    [held],
  );
  return { show, moveBy, moveTo };
}
