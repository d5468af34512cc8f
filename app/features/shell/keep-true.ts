/**
 * Turns off the lists and choices of a drawn part that is not alive. What is drawn is of the choice that it came with: another
 * one would put the values of a machine under the name of another. What somebody has chosen already is handed back at the
 * end, to be carried out once the part is alive (load-when-seen.tsx).
 * @returns Ends it.
 */
export function keepTrue(drawn: Element): () => void {
  const controls = [...drawn.querySelectorAll("select"), ...drawn.querySelectorAll("input")];
  const ends = controls
    .filter(({ disabled, type }) => !disabled && (type === "select-one" || type === "radio"))
    .map(turnOff);
  return () => ends.forEach((end) => end());
}

type Choice = HTMLSelectElement | HTMLInputElement;

function turnOff(control: Choice): () => void {
  control.disabled = true;
  if (control instanceof HTMLInputElement) {
    control.checked = control.defaultChecked;
    return () => (control.disabled = false);
  }
  const chosen = control.selectedIndex;
  const drawn = [...control.options].findIndex(({ defaultSelected }) => defaultSelected);
  control.selectedIndex = Math.max(0, drawn);
  return () => {
    control.disabled = false;
    control.selectedIndex = chosen;
  };
}
