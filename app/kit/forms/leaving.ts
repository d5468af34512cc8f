/** When a form would be lost with what is filled in. */
export type Guarded = {
  isDirty: () => boolean;
  /** What the address says of the form's own part of the page: another value takes the form away. */
  params?: readonly string[] | undefined;
  /** It stands over the page: its own buttons, which ask themselves, take it away, or the browser's way back. */
  isOver?: boolean | undefined;
};
export type Place = { pathname: string; search: string };

/**
 * Whether going there loses something: of another page every form, of this one those whose part of it changes.
 * `isByBrowser`: by the browser's way back or forth.
 */
export function isLeaving(
  forms: readonly Guarded[],
  from: Place,
  to: Place,
  isByBrowser: boolean,
): boolean {
  if (from.pathname !== to.pathname) return forms.some(({ isDirty }) => isDirty());
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)];
  return forms.some(
    ({ isDirty, params = [], isOver = false }) =>
      (isByBrowser || !isOver) &&
      params.some((name) => before.get(name) !== after.get(name)) &&
      isDirty(),
  );
}
