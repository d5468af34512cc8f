import { useRef } from "react";

/** The value, or what it was last while it was not held. What it is `of` is told by a word: of others it is never held. */
export function useLastKnown<T>(value: T, isHeld: boolean, of = ""): T {
  const last = useRef({ value, of });
  if (!isHeld || last.current.of !== of) last.current = { value, of };
  return last.current.value;
}
