import { useEffect, useState } from "react";

/** A machine's history: loaded or still streaming (the server waits for it only a moment). */
export type Deferred<T> = { ready: T; late: null } | { ready: null; late: Promise<T> };

/**
 * The newest past that has come. While another one is on its way the last one stays; null before the first,
 * and `failed` when the store did not answer the last question.
 * No Suspense: live values change a hundred times before a slow store answers, and must not wait for it.
 */
export function useDeferredHistory<T>(past: Deferred<T>): { past: T | null; failed: boolean } {
  const [held, setHeld] = useState({ past: past.ready, failed: false });
  useEffect(() => {
    if (past.late === null) {
      const { ready } = past;
      // What is held already draws nothing anew.
      return setHeld((last) =>
        last.past === ready && !last.failed ? last : { past: ready, failed: false },
      );
    }
    let current = true;
    past.late.then(
      (value) => current && setHeld({ past: value, failed: false }),
      () => current && setHeld((last) => ({ ...last, failed: true })),
    );
    return () => {
      current = false;
    };
  }, [past]);
  return past.ready === null ? held : { past: past.ready, failed: false };
}
