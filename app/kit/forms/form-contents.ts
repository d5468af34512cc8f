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

/**
 * Names of what holds something else than the page came with, as far as the page says what that was. Passwords are filled in by
 * browsers themselves.
 */
export const typedEarly = (form: FormFields): string[] =>
  controlsOf(form)
    .filter(
      ({ type, options }) =>
        type !== "password" &&
        (!options || Array.from(options).some((each) => each.defaultSelected)),
    )
    .filter((control) => String(valuesOf(control, false)) !== String(valuesOf(control, true)))
    .map(({ name }) => name);

const controlsOf = ({ elements }: FormFields): Control[] =>
  (Array.from(elements) as Control[]).filter(
    ({ name, type }) => name !== "" && !NOT_FILLED_IN.has(type),
  );

function contents(form: FormFields, isInitial: boolean): string {
  const filled = controlsOf(form).flatMap((control) =>
    valuesOf(control, isInitial).map((value) => [control.name, value]),
  );
  return JSON.stringify(filled);
}

function valuesOf(control: Control, isInitial: boolean): string[] {
  const { type, value, defaultValue = "", options } = control;
  if (type === "checkbox" || type === "radio")
    return (isInitial ? control.defaultChecked : control.checked) ? [value] : [];
  // What a browser makes of the ends of lines is no change.
  if (options === undefined) return [isInitial ? defaultValue.replace(/\r\n?/g, "\n") : value];
  const choices = Array.from(options);
  const chosen = choices.filter((each) => (isInitial ? each.defaultSelected : each.selected));
  // A list without a chosen option shows its first one.
  return (chosen.length === 0 ? choices.slice(0, 1) : chosen).map((each) => each.value);
}
