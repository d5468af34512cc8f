import { useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";

/** A page that comes sooner needs no bar. */
const SLOW_MS = 300;

/** A line at the top edge while the next page is on its way. */
export default function PendingBar() {
  const isLoading = useNavigation().state === "loading";
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  if (!isSlow) return null;
  return (
    <div
      aria-hidden="true"
      data-pending
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 animate-pulse bg-accent"
    />
  );
}
