import { useEffect } from "react";

/** What a press was on: a control and what it said, else the dialog or the page. */
type Pressed = { on: Element; words: string };
type Press = Pressed & { at: number; x: number; y: number };

const CONTROL =
  "a[href], button, input, select, textarea, summary, label, [role=option], [role^=menuitem]";
/** Two taps that are further apart are two taps; of a mouse the browser counts them. */
const DOUBLE_TAP = { ms: 500, px: 40 };

/**
 * The second click of a double click is meant for what the first one pressed. Where that opened a question, closed one or
 * became the button of the next step, it answers nothing: what has come under the pointer was not read yet.
 * Used by what changes under the pointer: dialogs, drawers and forms.
 */
export function useSecondPress(): void {
  useEffect(() => {
    users += 1;
    if (users === 1) listen("addEventListener");
    return () => {
      users -= 1;
      if (users > 0) return;
      listen("removeEventListener");
      last = null;
    };
  }, []);
}

let users = 0;
/** Null: what listens here came with the first press, so the second one meets something new. */
let last: Press | null = null;
let isElsewhere = false;
let isIgnored = false;

/** `pointerdown` comes before `mousedown`, which knows whether it is the second one. */
function down(event: PointerEvent): void {
  const { timeStamp: at, clientX: x, clientY: y } = event;
  const press = { ...pressedBy(event.target), at, x, y };
  isElsewhere = last === null || (!isSame(last, press) && !stillStands(last));
  isIgnored = isElsewhere && event.pointerType === "touch" && isDoubleTap(last, press);
  last = press;
}

function count({ detail }: MouseEvent): void {
  isIgnored ||= isElsewhere && detail > 1;
}

/** Headless dialogs take a press beside them at `pointerup` or `touchend`, and leave one that is prevented. */
function up(event: Event): void {
  if (isIgnored && event.cancelable) event.preventDefault();
}

function click(event: MouseEvent): void {
  // By the keyboard, or by a script.
  if (!isIgnored || event.detail === 0) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function listen(change: "addEventListener" | "removeEventListener"): void {
  window[change]("pointerdown", down as EventListener, true);
  window[change]("mousedown", count as EventListener, true);
  window[change]("pointerup", up, true);
  window[change]("touchend", up, { capture: true, passive: false });
  window[change]("click", click as EventListener, true);
}

function pressedBy(target: EventTarget | null): Pressed {
  const element = target instanceof Element ? target : document.body;
  const found = element.closest(CONTROL);
  const control = found instanceof HTMLLabelElement ? (found.control ?? found) : found;
  if (control) return { on: control, words: control.textContent };
  return { on: element.closest("[role$=dialog]") ?? document.body, words: "" };
}

const isSame = (first: Pressed, second: Pressed): boolean =>
  first.on === second.on && first.words === second.words;

/** What was pressed is where it was: nothing took its place, and what is beside it is pressed for its own sake. */
const stillStands = (press: Press): boolean =>
  isSame(press, pressedBy(document.elementFromPoint(press.x, press.y)));

const isDoubleTap = (first: Press | null, second: Press): boolean =>
  first !== null &&
  second.at - first.at < DOUBLE_TAP.ms &&
  Math.hypot(second.x - first.x, second.y - first.y) < DOUBLE_TAP.px;
