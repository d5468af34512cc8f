import { useRef } from "react";

/** The value, or what it was last while it was not held. */
export function useLastKnown<T>(value: T, isHeld: boolean): T {
  const last = useRef(value);
  if (!isHeld) last.current = value;
  return last.current;
}
