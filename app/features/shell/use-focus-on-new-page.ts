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
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      const content = document.getElementById(CONTENT_ID);
      const heading = content?.querySelector("h1");
      if (heading) heading.tabIndex = -1;
      (heading ?? content)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}
