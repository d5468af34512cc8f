import { expect, it } from "vitest";
import { isSameRow } from "./table-row.tsx";

type Row = { id: number };
const settings = {
  columns: [{ key: "id", label: "Id", value: ({ id }: Row) => id }],
  row: { id: 7 },
  hidden: [],
  isFirst: false,
  withState: (to: string) => to,
};
const away = { ...settings, link: ({ id }: Row) => ({ to: `/machines/${id}` }) };
const here = { ...settings, link: ({ id }: Row) => ({ to: `?event_id=${id}` }) };
const asTyped = { withState: (to: string) => `${to}&f_name=a` };

it("stays as it is while somebody types, unless it leads to this page with the table's settings", () => {
  expect(isSameRow(away, { ...away, ...asTyped })).toBe(true);
  expect(isSameRow(settings, { ...settings, ...asTyped })).toBe(true);
  expect(isSameRow(here, { ...here, ...asTyped })).toBe(false);
});

it("is drawn anew with other data, columns or hidden ones", () => {
  expect(isSameRow(away, { ...away, row: { id: 7 } })).toBe(false);
  expect(isSameRow(away, { ...away, columns: [...away.columns] })).toBe(false);
  expect(isSameRow(away, { ...away, hidden: ["id"] })).toBe(false);
  expect(isSameRow(away, { ...away, isFirst: true })).toBe(false);
});
