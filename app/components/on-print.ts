import { flushSync } from "react-dom";

/** On the document while it is made ready for paper; told as an event of the same name. */
export const PRINT_SOON = "printsoon";

/**
 * Tells what waits to be looked at that the page goes on paper: when that was asked for (shell/print-page.ts), and when the
 * browser does it, which takes the page as it stands then. By the last one the page is laid out as on paper.
 */
export function onPrint(listener: () => void): () => void {
  const media = window.matchMedia("print");
  const tell = () => flushSync(listener);
  const hear = ({ matches }: MediaQueryListEvent) => matches && tell();
  if (PRINT_SOON in document.documentElement.dataset || media.matches) listener();
  for (const type of [PRINT_SOON, "beforeprint"]) window.addEventListener(type, tell);
  media.addEventListener("change", hear);
  return () => {
    for (const type of [PRINT_SOON, "beforeprint"]) window.removeEventListener(type, tell);
    media.removeEventListener("change", hear);
  };
}
