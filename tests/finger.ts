/** Buttons and links in sight that take presses on less than 44 px, with what lies around them and is theirs. A link may be as narrow as its word. */
export function tooSmallForAFinger(): string[] {
  const controls = [...document.querySelectorAll('a:not([href="#content"]), button')];
  return controls.flatMap((control) => {
    const box = control.getBoundingClientRect();
    // What only a screen reader meets.
    if (box.width <= 2 || box.height <= 2) return [];
    // Jobs and notes stand in rows above a chart's times, each as long as it took.
    if (control.closest("[data-spans]")) return [];
    let { width, height } = box;
    for (const part of ["::before", "::after"]) {
      const around = getComputedStyle(control, part);
      if (around.content === "none" || around.position !== "absolute") continue;
      width = Math.max(width, parseFloat(around.width) || 0);
      height = Math.max(height, parseFloat(around.height) || 0);
    }
    const isWide = width >= 43.5 || control.localName === "a";
    if (isWide && height >= 43.5) return [];
    const name = control.getAttribute("aria-label") ?? control.textContent;
    return [`${name}: ${Math.round(width)} x ${Math.round(height)}`];
  });
}
