import { useEffect, useState } from "react";
import { onPrint } from "./on-print.ts";

/** Whether the page is being printed: what is folded on a screen stands whole on paper, where nothing can be pressed. */
export function useOnPaper(): boolean {
  const [isOnPaper, setOnPaper] = useState(false);
  useEffect(() => {
    const media = window.matchMedia("print");
    const end = () => setOnPaper(false);
    const hear = () => !media.matches && end();
    const endPrint = onPrint(() => setOnPaper(true));
    window.addEventListener("afterprint", end);
    media.addEventListener("change", hear);
    return () => {
      endPrint();
      window.removeEventListener("afterprint", end);
      media.removeEventListener("change", hear);
    };
  }, []);
  return isOnPaper;
}
