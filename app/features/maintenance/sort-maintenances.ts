/** The order of a machine's maintenance cards. */
export const MAINTENANCE_SORTS = ["date_asc", "date_desc", "name_asc", "name_desc"] as const;
export type MaintenanceSort = (typeof MAINTENANCE_SORTS)[number];
export const FIRST_SORT: MaintenanceSort = "date_asc";

export const isMaintenanceSort = (value: unknown): value is MaintenanceSort =>
  MAINTENANCE_SORTS.some((sort) => sort === value);

type Sortable = { id: number; name: string; recommendedDate: number | null };

/** By estimated date or by name; what has no date comes last either way, and what is alike stays in the order of ids. */
export function sortMaintenances<T extends Sortable>(
  list: readonly T[],
  sort: MaintenanceSort,
  locale: string,
): T[] {
  const names = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  const factor = sort.endsWith("desc") ? -1 : 1;
  const byName = (a: T, b: T) => names.compare(a.name, b.name);
  return [...list].sort((a, b) => {
    if (sort.startsWith("name")) return factor * byName(a, b) || a.id - b.id;
    if (a.recommendedDate === null || b.recommendedDate === null)
      return (
        Number(a.recommendedDate === null) - Number(b.recommendedDate === null) ||
        byName(a, b) ||
        a.id - b.id
      );
    return factor * (a.recommendedDate - b.recommendedDate) || byName(a, b) || a.id - b.id;
  });
}
