import { useEffect } from "react";
import { markHydrated } from "#app/components/use-hydrated.ts";
import { useNonce } from "./nonce.tsx";

/*
 * A page from the server is seen before its scripts run. What a person does meanwhile is kept, and done when the page is
 * alive: what was pressed is pressed again, what was typed or chosen is told to the components. Links, and buttons that
 * send a form, work without scripts and are left alone. No button is off because the page is not alive: a press on it would
 * be lost.
 */

/** Kept of one page; a person does not press more places in that time, a broken script may. */
const MAX_KEPT = 20;
/** A button that was pressed is said to wait, unless the page is alive by then. */
const SAY_AFTER_MS = 400;
/** As many letters as the palette's field takes. */
export const MAX_TYPED = 100;
/** What the browser does by itself when it is pressed. */
const NATIVE =
  "a[href],summary,label,input,select,textarea,[popovertarget],form button:not([type=button])";
const FIELDS = "input,select,textarea";

type EarlyActs = { pressed: Set<Element>; changed: Set<Element>; end: () => void };
/** The keys of the command palette; kept until it hears them itself, which is later than the page is alive. */
/** `typed`: for its field, after it was asked for. */
type EarlyKeys = { hasAsked: boolean; typed: string; end: () => void };

declare global {
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions -- only an interface adds to the browser's own
  interface Window {
    earlyActs?: EarlyActs;
    earlyKeys?: EarlyKeys;
  }
}

/** Runs in the page as text, before anything else: it may use nothing from outside. */
function keepEarlyActs(
  native: string,
  fields: string,
  max: number,
  maxTyped: number,
  sayAfterMs: number,
): void {
  const pressed = new Set<Element>();
  const changed = new Set<Element>();
  const keep = ({ type, target }: Event) => {
    if (!(target instanceof Element)) return;
    const kept = type === "click" ? pressed : changed;
    if (kept.size < max && (type === "click" ? !target.closest(native) : target.matches(fields)))
      kept.add(target);
    // stands-still.tsx has the words.
    if (kept === pressed && pressed.has(target) && target.closest("button"))
      setTimeout(
        () => window.earlyActs && (document.documentElement.dataset.waits = ""),
        sayAfterMs,
      );
  };
  const types = ["click", "input", "change"];
  for (const type of types) document.addEventListener(type, keep, true);
  const end = () => types.forEach((type) => document.removeEventListener(type, keep, true));
  window.earlyActs = { pressed, changed, end };
  const hear = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event;
    const isField = event.target instanceof Element && event.target.matches(fields);
    if (ctrlKey || metaKey) {
      if (!/^k$/i.test(key) || !document.getElementById("content")) return;
      keys.hasAsked = true;
    } else if (!keys.hasAsked || isField) return;
    else if (key === "Escape") Object.assign(keys, { hasAsked: false, typed: "" });
    else if (key === "Backspace") keys.typed = keys.typed.slice(0, -1);
    else if (key.length === 1) keys.typed = (keys.typed + key).slice(0, maxTyped);
    else return;
    event.preventDefault();
  };
  const keys = { hasAsked: false, typed: "", end: () => removeEventListener("keydown", hear) };
  addEventListener("keydown", hear);
  window.earlyKeys = keys;
}

/** Stands in the head, before every other script. */
export function KeepEarlyActs() {
  const nonce = useNonce();
  // It has run when the page comes alive: the browser's scripts need not bring it again.
  const call = import.meta.env.SSR
    ? `(${keepEarlyActs})(${JSON.stringify(NATIVE)},${JSON.stringify(FIELDS)},${MAX_KEPT},${MAX_TYPED},${SAY_AFTER_MS})`
    : "";
  // The browser hides a nonce from scripts, and the text of a function may differ between the server's build and its own.
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: call }} />
  );
}

/** Says that the page is alive, to components and on the document, and repeats what was done before. */
export function useEarlyActs(): void {
  useEffect(() => {
    // Each in a turn of its own, for a slow phone: the effects of the first render, what is drawn anew for being alive,
    // and what was done before.
    const repeatActs = () => {
      const acts = window.earlyActs;
      acts?.end();
      delete window.earlyActs;
      acts?.changed.forEach(tellChange);
      acts?.pressed.forEach(press);
      document.documentElement.dataset.alive = "";
    };
    let end = () => {};
    const timer = setTimeout(() => {
      const { pressed, changed } = window.earlyActs ?? {};
      const hasEarlyActs = (pressed?.size ?? 0) + (changed?.size ?? 0) > 0;
      end = markHydrated(hasEarlyActs, repeatActs);
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, []);
}

/** Presses and lets go, as a mouse does: menus open at the one, other buttons act at the other. */
function press(element: Element): void {
  if (!element.isConnected) return;
  const options = { bubbles: true, cancelable: true, composed: true };
  element.dispatchEvent(new PointerEvent("pointerdown", options));
  element.dispatchEvent(new MouseEvent("mousedown", options));
  element.dispatchEvent(new PointerEvent("pointerup", options));
  element.dispatchEvent(new MouseEvent("mouseup", options));
  element.dispatchEvent(new MouseEvent("click", options));
}

/**
 * Tells React what a field holds. React remembers what it last saw in a field, and takes an event for nothing when that is
 * what it holds: so the field is first set to something else in a way that React sees, then back in a way that it does not.
 */
function tellChange(field: Element): void {
  if (!field.isConnected) return;
  if (field instanceof HTMLSelectElement) {
    field.dispatchEvent(new Event("change", { bubbles: true }));
  } else if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) {
    setUnseen(field, HTMLInputElement.prototype, "checked", field.checked);
    field.dispatchEvent(new Event("click", { bubbles: true }));
  } else if (field instanceof HTMLInputElement && field.type !== "file") {
    setUnseen(field, HTMLInputElement.prototype, "value", field.value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (field instanceof HTMLTextAreaElement) {
    setUnseen(field, HTMLTextAreaElement.prototype, "value", field.value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  } else field.dispatchEvent(new Event("change", { bubbles: true }));
}

function setUnseen<Field extends HTMLInputElement | HTMLTextAreaElement>(
  field: Field,
  prototype: Field,
  name: "value" | "checked",
  value: string | boolean,
): void {
  Reflect.set(field, name, typeof value === "boolean" ? !value : "");
  Object.getOwnPropertyDescriptor(prototype, name)?.set?.call(field, value);
}
