/** Where `/` leads: a search of the page's own; else a list's filter of names; else a list's first filter. */
const SEARCHES = [
  "main input[type=search]:not(:disabled, thead input)",
  "main thead input[type=search][data-filters-names]",
  "main thead input[type=search]",
];
/** Opens a table's filters, where they are shut. */
const FILTERS = "main [data-table-tools] a[aria-expanded=false]";
/** Filters that open later than this are no longer waited for. */
const OPENING_MS = 5_000;
/**
 * The rows of lists: those of tables (`data-line-control` is the kit's, table-row.tsx), of lists that are said to be one, and
 * the machines of a dashboard in each of its views.
 */
const ROWS =
  "main :is(tbody tr:has(a[href], [data-line-control]), ul[data-rows] > li, [role=row]:has(a[href]), li[data-machine])";
/** What has the focus in a row: its link, which opens all of it, else its first control, else the row itself. */
const LINK = "a[href]";
const CONTROL = "button:not(:disabled), summary";

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** Does what a key of lists asks for; nothing where the page has no list. */
export function actOnList(key: "/" | "j" | "k"): void {
  if (key === "/") return focusSearch();
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)]
    .filter(isShown)
    .filter((row) => !row.parentElement?.closest(ROWS));
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[nextRow(here, rows.length, key)];
  if (next === undefined) return;
  const target = controlOf(next);
  if (target === next) next.tabIndex = -1;
  target.focus();
  target.scrollIntoView({ block: "nearest" });
}

function controlOf(row: HTMLElement): HTMLElement {
  const first = (controls: string) =>
    [...row.querySelectorAll<HTMLElement>(controls)].find(isShown);
  return first(LINK) ?? first(CONTROL) ?? row;
}

function focusSearch(): void {
  const find = () =>
    SEARCHES.flatMap((fields) => [...document.querySelectorAll<HTMLInputElement>(fields)]).find(
      isShown,
    );
  const focus = (field: HTMLInputElement) => {
    field.focus();
    field.select();
  };
  const field = find();
  if (field !== undefined) return focus(field);
  const filters = document.querySelector<HTMLElement>(FILTERS);
  if (filters === null) return;
  const observer = new MutationObserver(() => {
    const shown = find();
    if (shown === undefined) return;
    observer.disconnect();
    focus(shown);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), OPENING_MS);
  filters.click();
}

/** Escape in a search empties it, and leaves one that is empty: j and k are typed into it otherwise. */
export function leaveSearch(field: HTMLInputElement): void {
  if (field.value === "") return field.blur();
  // As if it was typed: what draws the field hears of it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, "");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** `here` is -1 while the focus is in no row: both keys begin at the first. -1: there is no row. */
export function nextRow(here: number, count: number, key: "j" | "k"): number {
  if (count === 0) return -1;
  if (here === -1) return 0;
  return Math.min(count - 1, Math.max(0, here + (key === "j" ? 1 : -1)));
}
