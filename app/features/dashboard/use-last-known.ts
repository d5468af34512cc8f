import { useRef } from "react";

/**
 * The value; while it is held, the last one from before. `of` names what the value belongs to: when that changes, the new value
 * is taken even while it is held.
 */
export function useLastKnown<T>(value: T, isHeld: boolean, of = ""): T {
  const last = useRef({ value, of });
  if (!isHeld || last.current.of !== of) last.current = { value, of };
  return last.current.value;
}
