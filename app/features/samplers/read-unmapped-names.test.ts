import { describe, expect, it } from "vitest";
import type { ApiAnswer } from "#app/components/call-api.ts";
import { readUnmappedNames, type NameRow, type NamesRead } from "./read-unmapped-names.ts";
import { MAX_UNMAPPED_NAMES, type UnmappedNamesJson } from "./schemas.ts";

const answerOf = (rows: readonly NameRow[], page: number): ApiAnswer<UnmappedNamesJson> => ({
  ok: true,
  data: {
    data: rows.slice((page - 1) * MAX_UNMAPPED_NAMES, page * MAX_UNMAPPED_NAMES),
    paging: { page, limit: MAX_UNMAPPED_NAMES, count: rows.length },
  },
});
const failed: ApiAnswer<UnmappedNamesJson> = {
  ok: false,
  status: 503,
  code: "unavailable",
  message: "",
  errors: {},
};
const named = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ machine_key: `T${n}`, human_key: `t${n}` }));

async function read(
  answer: (page: number) => ApiAnswer<UnmappedNamesJson>,
  isWanted: (pages: number) => boolean = () => true,
) {
  const steps: NamesRead[] = [];
  const pages: number[] = [];
  await readUnmappedNames({
    call: (page) => {
      pages.push(page);
      return Promise.resolve(answer(page));
    },
    onStep: (step) => steps.push(step),
    isWanted: () => isWanted(pages.length),
  });
  return { steps, pages, last: steps.at(-1) };
}

describe("all that comes unmapped", () => {
  it("is read by a thousand, and each piece says how far it is", async () => {
    const rows = named(2_300);
    const { steps, pages } = await read((page) => answerOf(rows, page));
    expect(pages).toEqual([1, 2, 3]);
    expect(steps).toEqual([
      { step: "reading", read: 0, of: null },
      { step: "reading", read: 1_000, of: 2_300 },
      { step: "reading", read: 2_000, of: 2_300 },
      { step: "read", rows },
    ]);
  });

  it("ends as failed with none of the rows when one piece fails", async () => {
    const rows = named(2_300);
    const { pages, last } = await read((page) => (page === 2 ? failed : answerOf(rows, page)));
    expect(pages).toEqual([1, 2]);
    expect(last).toEqual({ step: "failed" });
  });

  it("says nothing more once nobody waits for it", async () => {
    const { steps, pages } = await read(
      (page) => answerOf(named(2_300), page),
      (asked) => asked < 2,
    );
    expect(pages).toEqual([1, 2]);
    expect(steps.at(-1)).toMatchObject({ read: 1_000 });
  });

  it("gives each human key once, and keeps a tag that two pages hold once", async () => {
    const rows = [
      ...named(999),
      { machine_key: "First", human_key: "x".repeat(64) },
      { machine_key: "First", human_key: "again" },
      { machine_key: "Second", human_key: "x".repeat(64) },
    ];
    const { last } = await read((page) => answerOf(rows, page));
    const ends = last?.step === "read" ? last.rows.slice(-2) : [];
    expect(ends).toEqual([
      { machine_key: "First", human_key: "x".repeat(64) },
      { machine_key: "Second", human_key: `${"x".repeat(62)}_2` },
    ]);
  });

  it("stops at as many as a machine may have mappings", async () => {
    const { pages, last } = await read((page) => answerOf(named(20_000), page));
    expect(pages).toHaveLength(5);
    expect(last?.step === "read" && last.rows).toHaveLength(5_000);
  });
});
