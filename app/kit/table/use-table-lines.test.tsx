import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { TableColumn } from "./table-column.ts";
import { initialState, type TableState } from "./table-state.ts";
import { useTableLines, type TableLines } from "./use-table-lines.ts";

type Machine = { id: number; name: string; make: string; sheets: number | null };
const MACHINES: readonly Machine[] = [
  { id: 1, name: "FFG 10", make: "Sun", sheets: 5 },
  { id: 2, name: "FFG 9", make: "LMC", sheets: null },
  { id: 3, name: "Línea Ñandú", make: "Sun", sheets: -3 },
  { id: 4, name: "Cortadora", make: "LMC", sheets: 70 },
  { id: 5, name: "FFG 1", make: "", sheets: 0 },
];
const COLUMNS: readonly TableColumn<Machine>[] = [
  { key: "name", label: "Name", value: ({ name }) => name, isName: true },
  { key: "make", label: "Make", value: ({ make }) => make || null, canGroup: true },
  {
    key: "sheets",
    label: "Sheets",
    value: ({ sheets }) => sheets,
    text: ({ sheets }) => (sheets === null ? "none" : `${sheets} sheets`),
  },
];

function linesOf(
  change: Partial<TableState>,
  options: { rows?: readonly Machine[]; serverTotal?: number; columns?: typeof COLUMNS } = {},
): TableLines<Machine> {
  const { rows = MACHINES, serverTotal, columns = COLUMNS } = options;
  const kept: { lines: TableLines<Machine> | null } = { lines: null };
  function Probe() {
    kept.lines = useTableLines({
      columns,
      rows,
      rowId: ({ id }) => String(id),
      state: { ...initialState({ columns }), ...change },
      locale: "es",
      serverTotal,
    });
    return null;
  }
  renderToString(<Probe />);
  return kept.lines!;
}
const ids = ({ lines }: TableLines<Machine>) =>
  lines.map((line) => (line.kind === "row" ? line.row.id : `${line.text}(${line.count})`));

describe("the rows of a table", () => {
  it("are sorted as people count, empty ones last both ways", () => {
    const by = (key: string, desc: boolean) => ids(linesOf({ sort: { key, desc } }));
    expect(ids(linesOf({}))).toEqual([1, 2, 3, 4, 5]);
    expect(by("name", false)).toEqual([4, 5, 2, 1, 3]);
    expect(by("name", true)).toEqual([3, 1, 2, 5, 4]);
    expect(by("sheets", false)).toEqual([3, 5, 1, 4, 2]);
    expect(by("sheets", true)).toEqual([4, 1, 5, 3, 2]);
  });

  it("are filtered by several columns at once, by words, without case and accents, as they are shown", () => {
    const filtered = (filters: Record<string, string>) => ids(linesOf({ filters }));
    expect(filtered({ name: "ffg" })).toEqual([1, 2, 5]);
    expect(filtered({ name: "ffg", make: "sun" })).toEqual([1]);
    expect(filtered({ name: "nandu linea" })).toEqual([3]);
    expect(filtered({ sheets: "none" })).toEqual([2]);
    expect(filtered({ name: "nothing" })).toEqual([]);
    const columns = COLUMNS.map((column) =>
      column.key === "make" ? { ...column, options: [{ value: "Sun", label: "Sun" }] } : column,
    );
    expect(ids(linesOf({ filters: { make: "Su" } }, { columns }))).toEqual([]);
    expect(ids(linesOf({ filters: { make: "Sun" } }, { columns }))).toEqual([1, 3]);
  });

  it("stand in groups with their counts, in order, and fold", () => {
    const group = "make";
    expect(ids(linesOf({ group }))).toEqual(["LMC(2)", 2, 4, "Sun(2)", 1, 3, "(1)", 5]);
    expect(ids(linesOf({ group, folded: ["Sun"], sort: { key: "name", desc: false } }))).toEqual([
      "LMC(2)",
      4,
      2,
      "Sun(2)",
      "(1)",
      5,
    ]);
    expect(ids(linesOf({ group, sort: { key: "make", desc: true } }))[0]).toBe("Sun(2)");
    expect(ids(linesOf({ group, filters: { name: "ffg" } }))).toEqual([
      "LMC(1)",
      2,
      "Sun(1)",
      1,
      "(1)",
      5,
    ]);
  });

  it("say the group again on the page where it goes on, and export without groups and folds", () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({
      id: index + 1,
      name: `FFG ${index}`,
      make: "Sun",
      sheets: 0,
    }));
    const second = linesOf({ group: "make", page: 2, size: 10 }, { rows });
    expect(second.lines[0]).toMatchObject({ kind: "group", isContinued: true, count: 25 });
    expect(second.lines).toHaveLength(11);
    expect([second.pages, second.places, second.total]).toEqual([3, null, 25]);
    expect(linesOf({ group: "make", folded: ["Sun"] }, { rows }).rows()).toHaveLength(25);
  });

  it("are cut into pages, and a page beyond the last is the last", () => {
    const page = linesOf({ page: 99, size: 10, sort: { key: "name", desc: false } });
    expect(page).toMatchObject({ page: 1, pages: 1, total: 5, places: { from: 1, to: 5 } });
    expect(linesOf({ page: 2, size: 2 } as Partial<TableState>)).toMatchObject({
      page: 2,
      pages: 3,
      places: { from: 3, to: 4 },
    });
    expect(linesOf({}, { rows: [] })).toMatchObject({ lines: [], total: 0, pages: 1 });
  });

  it("stay as the server answered them where it filters, sorts and pages", () => {
    const lines = linesOf(
      { page: 3, size: 10, sort: { key: "name", desc: false }, filters: { name: "zzz" } },
      { serverTotal: 24 },
    );
    expect(ids(lines)).toEqual([1, 2, 3, 4, 5]);
    expect(lines).toMatchObject({ total: 24, page: 3, pages: 3, places: { from: 21, to: 25 } });
  });
});
