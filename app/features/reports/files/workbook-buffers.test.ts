import { unzipSync } from "fflate";
import { expect, it, vi } from "vitest";
import { writeXlsx } from "./write-xlsx.server.ts";

/** How large the buffers are that were made; counted before any module is loaded, for one may remember what makes them. */
const sizes = vi.hoisted(() => {
  const made: number[] = [];
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, given: unknown[]) {
      if (typeof given[0] === "number") made.push(given[0]);
      return Reflect.construct(target, given) as Uint8Array;
    },
  });
  return made;
});
const bytesMade = (): number => sizes.reduce((sum, size) => sum + size, 0);

it("a workbook is packed without buffers of its size, which the engine would let lie", async () => {
  const [columns, rows, groups] = [26, 500, 12];
  const values = Array.from({ length: columns }, (_, column) =>
    Float64Array.from({ length: rows }, (_, row) => (row * column) / 7),
  );
  async function* oftenTheSame() {
    for (let group = 0; group < groups; group++)
      yield { timezone: "UTC", columns: values, from: 0, to: rows };
  }
  const kind = "number" as const;
  const chunks = writeXlsx({
    name: "long",
    columns: values.map((_, column) => ({ name: `c${column}`, unit: null, kind })),
    rows: oftenTheSame(),
  });
  const before = bytesMade();
  const pieces: Uint8Array[] = [];
  for await (const piece of chunks) pieces.push(piece);
  const made = bytesMade() - before;
  const sheet = unzipSync(Buffer.concat(pieces))["xl/worksheets/sheet1.xml"];
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan((sheet?.length ?? 0) / 2);
});
