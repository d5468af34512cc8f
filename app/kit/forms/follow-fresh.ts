import { contentsOf, type Contents } from "./touched.ts";

type Defaults = Record<string, unknown>;

/**
 * Puts what the page says anew into the fields of an open form that nobody touched, as if it had begun with it. The field
 * that holds the focus stays as it is, and so do lists and choosers of the kit: they are left out of what is changed.
 */
export function followFresh(
  form: HTMLFormElement,
  first: Contents,
  before: Defaults,
  fresh: Defaults,
): void {
  const now = contentsOf(new FormData(form));
  for (const [name, value] of Object.entries(fresh)) {
    const control = form.elements.namedItem(name);
    if (value === before[name] || first.get(name) !== now.get(name)) continue;
    if (control === document.activeElement || !putInto(control, value)) continue;
    const put = contentsOf(new FormData(form)).get(name);
    if (put === undefined) first.delete(name);
    else first.set(name, put);
  }
}

/** As a person would, so that whatever listens to the control takes it up. */
function putInto(control: Element | RadioNodeList | null, value: unknown): boolean {
  if (control instanceof HTMLInputElement && control.type === "checkbox") {
    if (control.checked !== (value === true || value === control.value)) control.click();
    return true;
  }
  const text = typeof value === "string" ? value : "";
  const isText =
    (control instanceof HTMLInputElement && !/^(?:hidden|radio|file)$/.test(control.type)) ||
    control instanceof HTMLTextAreaElement;
  const isChoice =
    control instanceof HTMLSelectElement &&
    [...control.options].some((each) => each.value === text);
  if (!isText && !isChoice) return false;
  // Past React's own property, which would take the event for no change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(
    control,
    text,
  );
  control.dispatchEvent(new Event(isChoice ? "change" : "input", { bubbles: true }));
  return true;
}
