import { useEffect, useReducer, useRef } from "react";

/** What answers only where the press ends on it too; a select's own list would take the end of the press. */
const BUTTON = "button, a[href], label, summary";

let isDown = false;
let users = 0;
/** Whoever holds something. */
const waiting = new Set<() => void>();

/**
 * The value as it was before the press on a button that is going on, until that has ended: what it shows would move the
 * button from under the pointer. A field is left, and checked, as the press begins.
 */
export function useHeldInPress<Value>(value: Value): Value {
  const before = useRef(value);
  const [, drawAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    users += 1;
    if (users === 1) listen("addEventListener");
    return () => {
      users -= 1;
      if (users === 0) listen("removeEventListener");
    };
  }, []);
  const isHeld = isDown && value !== before.current;
  useEffect(() => {
    if (!isHeld) {
      before.current = value;
      return;
    }
    waiting.add(drawAgain);
    return () => void waiting.delete(drawAgain);
  }, [isHeld, value]);
  return isHeld ? before.current : value;
}

function down({ button, target }: PointerEvent): void {
  isDown = button === 0 && target instanceof Element && target.closest(BUTTON) !== null;
}

/** The click comes with the end of the press, after this. */
function up(): void {
  setTimeout(() => {
    isDown = false;
    for (const draw of waiting) draw();
  });
}

function listen(change: "addEventListener" | "removeEventListener"): void {
  isDown = false;
  window[change]("pointerdown", down as EventListener, true);
  window[change]("pointerup", up, true);
  window[change]("pointercancel", up, true);
}
