/** As people look for names: whatever their case and accents, and "Plant 2" before "Plant 10". A database compares bytes. */
const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** By the first of the names, then by the next; rows of the same names stay as they stand. */
export const byName = <Row>(
  rows: readonly Row[],
  ...namesOf: readonly ((row: Row) => string)[]
): Row[] =>
  rows.toSorted((a, b) => {
    for (const nameOf of namesOf) {
      const order = names.compare(nameOf(a), nameOf(b));
      if (order !== 0) return order;
    }
    return 0;
  });

/** People by their last names, then by their first ones. */
export const byPersonsName = <Row extends { firstName: string; lastName: string }>(
  people: readonly Row[],
): Row[] =>
  byName(
    people,
    ({ lastName }) => lastName,
    ({ firstName }) => firstName,
  );
