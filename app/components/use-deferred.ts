import { useEffect, useState } from "react";

/** What a page's loader answers at once or streams after the page: it waits only a moment (`resolveOrDefer`). */
export type Deferred<T> = { ready: T; late: null } | { ready: null; late: Promise<T> };

/**
 * The newest value that has come. While another one is on its way the last one stays; null before the first, and `failed`
 * when the last one did not come.
 * No Suspense: live values change a hundred times before a slow store answers, and must not wait for it.
 */
export function useDeferred<T>(deferred: Deferred<T>): { value: T | null; failed: boolean } {
  const [held, setHeld] = useState({ value: deferred.ready, failed: false });
  useEffect(() => {
    if (deferred.late === null) {
      const { ready } = deferred;
      // What is held already draws nothing anew.
      return setHeld((last) =>
        last.value === ready && !last.failed ? last : { value: ready, failed: false },
      );
    }
    let current = true;
    deferred.late.then(
      (value) => current && setHeld({ value, failed: false }),
      () => current && setHeld((last) => ({ ...last, failed: true })),
    );
    return () => {
      current = false;
    };
  }, [deferred]);
  return deferred.ready === null ? held : { value: deferred.ready, failed: false };
}
