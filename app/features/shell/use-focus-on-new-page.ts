import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { CONTENT_ID } from "./skip-link.tsx";

/** A page that takes the place of what had the focus, such as the row that led to it, has it itself: keys go on from its beginning, and those who listen hear what it is. */
export function useFocusOnNewPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (document.activeElement === document.body)
      document.getElementById(CONTENT_ID)?.focus({ preventScroll: true });
  }, [pathname]);
}
