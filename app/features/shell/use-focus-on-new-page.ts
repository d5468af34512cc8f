import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { CONTENT_ID } from "./skip-link.tsx";

/**
 * A link that was followed goes with its page, and the focus with it: the heading of the page that came has it then. A link
 * that stays, such as a tab, keeps it, and a page that puts it elsewhere does so before.
 */
export function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    let late: MutationObserver | undefined;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const content = document.getElementById(CONTENT_ID);
      const focusOnHeading = () => {
        const heading = content?.querySelector("h1");
        if (heading) heading.tabIndex = -1;
        (heading ?? content)?.focus({ preventScroll: true });
        return Boolean(heading);
      };
      if (focusOnHeading() || content === null) return;
      // It comes with a later part of the page: until then the page has the focus, unless somebody took it.
      late = new MutationObserver(() => {
        if (document.activeElement !== content || focusOnHeading()) late?.disconnect();
      });
      late.observe(content, { childList: true, subtree: true });
    });
    return () => {
      cancelAnimationFrame(frame);
      late?.disconnect();
    };
  }, [pathname]);
}
