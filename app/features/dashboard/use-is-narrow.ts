import { useEffect, useState } from "react";

/** As narrow as where the wall is a page that is scrolled, by its styles. */
const NARROW = "(width < 64rem)";

/** Whether the wall is seen on a phone, or in a window as narrow. Not before the page is alive: the server knows no screen. */
export function useIsNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(false);
  useEffect(() => {
    const media = window.matchMedia(NARROW);
    const read = () => setNarrow(media.matches);
    read();
    media.addEventListener("change", read);
    return () => media.removeEventListener("change", read);
  }, []);
  return isNarrow;
}
