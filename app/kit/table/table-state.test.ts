import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  changeState,
  hiddenFields,
  initialState,
  nextSort,
  readTableState,
  writeTableState,
  type TableSpec,
  type TableState,
} from "./table-state.ts";

const SPEC: TableSpec = {
  columns: [
    { key: "name" },
    { key: "make", canGroup: true },
    { key: "more", canSort: false, canFilter: false, hiddenAtFirst: true },
  ],
};
const read = (search: string, spec = SPEC) => readTableState(search, spec);

const states = fc.record<TableState>({
  sort: fc.option(fc.record({ key: fc.constantFrom("name", "make"), desc: fc.boolean() })),
  filters: fc.dictionary(
    fc.constantFrom("name", "make"),
    fc.string({ minLength: 1, maxLength: 100 }).filter((text) => text.trim() === text),
  ),
  isFiltering: fc.constant(true),
  group: fc.constant("make"),
  folded: fc.array(fc.string(), { maxLength: 5 }),
  hidden: fc.subarray(["name", "make", "more"]),
  isWide: fc.boolean(),
  page: fc.integer({ min: 1, max: 1_000_000 }),
  size: fc.constantFrom(10, 20, 50),
});

describe("a table's settings in the address", () => {
  it("come back as they were written, and leave what else is there", () => {
    fc.assert(
      fc.property(states, fc.constantFrom("", "events."), (state, prefix) => {
        const spec = { ...SPEC, prefix };
        const search = writeTableState("?event_id=7&other.page=3", state, spec);
        const back = readTableState(search, spec);
        expect({ ...back, hidden: [...back.hidden].sort() }).toEqual({
          ...state,
          hidden: [...state.hidden].sort(),
        });
        const params = new URLSearchParams(search);
        expect([params.get("event_id"), params.get("other.page")]).toEqual(["7", "3"]);
        expect(writeTableState(search, initialState(spec), spec)).toBe("?event_id=7&other.page=3");
      }),
    );
  });

  it("take as at first what no setting of the table is", () => {
    const first = initialState(SPEC);
    expect(first).toEqual({
      sort: null,
      filters: {},
      isFiltering: false,
      group: null,
      folded: [],
      hidden: ["more"],
      isWide: false,
      page: 1,
      size: 20,
    });
    for (const search of [
      "",
      "sort=more",
      "sort=--name",
      "sort=nothing",
      "group=name",
      "folded=a",
      "wide=yes",
      "page=0",
      "page=1.5",
      "page=-1",
      "page=x",
      "page=9999999999",
      "size=21",
      "size=1000000",
      "f_more=x",
      "f_name=%20%20",
      "events.page=2",
    ])
      expect(read(search), search).toEqual(first);
    expect(read(`f_name=${"x".repeat(5_000)}`).filters.name).toHaveLength(100);
    expect(read(`group=make&${"folded=a&".repeat(5_000)}`).folded.length).toBe(100);
    expect(read("columns=make").hidden).toEqual(["name", "more"]);
    expect(read("columns=name,more").hidden).toEqual(["make"]);
  });

  it("keep two tables of one page apart", () => {
    const events = { ...SPEC, prefix: "events." };
    const search = writeTableState("?page=4", { ...initialState(events), page: 2 }, events);
    expect(search).toBe("?page=4&events.page=2");
    expect([read(search).page, read(search, events).page]).toEqual([4, 2]);
  });

  it("begin on the first page when they change which rows there are", () => {
    const state = { ...initialState(SPEC), page: 7 };
    expect(changeState(state, { filters: { name: "a" } }).page).toBe(1);
    expect(changeState(state, { size: 50 }).page).toBe(1);
    expect(changeState(state, { page: 8 }).page).toBe(8);
    expect(changeState(state, { folded: ["a"] }).page).toBe(7);
    expect(changeState(state, { hidden: [] }).page).toBe(7);
  });

  it("sort up, then down, then as at first", () => {
    const step = (sort: TableState["sort"], spec = SPEC) =>
      nextSort({ ...initialState(SPEC), sort }, "make", spec);
    expect(step(null)).toEqual({ key: "make", desc: false });
    expect(step({ key: "make", desc: false })).toEqual({ key: "make", desc: true });
    expect(step({ key: "make", desc: true })).toBeNull();
    const byMake = { ...SPEC, sort: { key: "make", desc: true } };
    expect(step({ key: "make", desc: true }, byMake)).toEqual({ key: "make", desc: false });
  });

  it("go along with the filters' form, but for the filters and the page", () => {
    expect(hiddenFields("?a=1&sort=name&page=2&f_name=x&f_zzz=y", SPEC)).toEqual([
      ["a", "1"],
      ["sort", "name"],
      ["f_zzz", "y"],
    ]);
  });
});
