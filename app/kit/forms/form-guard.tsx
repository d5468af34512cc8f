import { useCallback, useEffect, useRef } from "react";
import { useLayoutEffectInBrowser } from "#app/components/use-hydrated.ts";
import { initialContents, sentContents } from "./form-contents.ts";
import { LeaveGuard } from "./leave-guard.tsx";

/**
 * Inside a form that is sent by the page itself: asks before the page is left with something filled in. `done`: what the
 * form did last; each new value but null and undefined is taken as sent.
 */
export function FormGuard({ done }: { done: unknown }) {
  const place = useRef<HTMLSpanElement>(null);
  const first = useRef<string | null>(null);
  const formOf = () => place.current?.closest("form") ?? null;
  useEffect(() => {
    const form = formOf();
    if (form !== null) first.current ??= initialContents(form);
  }, []);
  // Before what it says of it can be seen: who then goes on at once is not asked.
  useLayoutEffectInBrowser(() => {
    if (done === null || done === undefined) return;
    const settle = () => {
      const form = formOf();
      if (form !== null) first.current = sentContents(form);
    };
    settle();
    // And once more when the form has emptied itself, if it does.
    const timer = setTimeout(settle);
    return () => clearTimeout(timer);
  }, [done]);
  const isDirty = useCallback(() => {
    const form = formOf();
    return form !== null && first.current !== null && sentContents(form) !== first.current;
  }, []);
  return (
    <>
      <span ref={place} hidden />
      <LeaveGuard isDirty={isDirty} />
    </>
  );
}
