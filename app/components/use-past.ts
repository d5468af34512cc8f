import { useEffect, useState } from "react";

/** The past of the machines: here already, or on its way (the server waits for it only a moment). */
export type Past<T> = { ready: T; late: null } | { ready: null; late: Promise<T> };

/**
 * The newest past that has come. While another one is on its way the last one stays; null before the first.
 * No Suspense: live values change a hundred times before a slow store answers, and must not wait for it.
 */
export function usePast<T>(past: Past<T>): T | null {
  const [held, setHeld] = useState(past.ready);
  useEffect(() => {
    if (past.late === null) return setHeld(past.ready);
    let current = true;
    past.late.then(
      (value) => current && setHeld(value),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [past]);
  return past.ready ?? held;
}
