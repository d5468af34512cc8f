/** What a form holds, as one text to compare. Only what a person fills in: buttons and hidden fields do not count. */
export type FormFields = { elements: ArrayLike<unknown> };

type Choice = { selected: boolean; defaultSelected: boolean; value: string };
type Control = {
  name: string;
  type: string;
  value: string;
  defaultValue?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  options?: ArrayLike<Choice>;
};

const NOT_FILLED_IN: ReadonlySet<string> = new Set([
  "hidden",
  "submit",
  "button",
  "reset",
  "fieldset",
]);

/** As it is now. */
export const sentContents = (form: FormFields): string => contents(form, false);
/** As the page came, whatever was typed before it was alive. */
export const initialContents = (form: FormFields): string => contents(form, true);

function contents({ elements }: FormFields, isInitial: boolean): string {
  const filled = (Array.from(elements) as Control[])
    .filter(({ name, type }) => name !== "" && !NOT_FILLED_IN.has(type))
    .flatMap((control) => valuesOf(control, isInitial).map((value) => [control.name, value]));
  return JSON.stringify(filled);
}

function valuesOf(control: Control, isInitial: boolean): string[] {
  const { type, value, defaultValue = "", options } = control;
  if (type === "checkbox" || type === "radio")
    return (isInitial ? control.defaultChecked : control.checked) ? [value] : [];
  if (options === undefined) return [isInitial ? defaultValue : value];
  const choices = Array.from(options);
  const chosen = choices.filter((each) => (isInitial ? each.defaultSelected : each.selected));
  // A list without a chosen option shows its first one.
  return (chosen.length === 0 ? choices.slice(0, 1) : chosen).map((each) => each.value);
}
