import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { rowsToCsv } from "./table-csv.ts";

test("an export holds the columns given, as they are exported, and runs no formula", () => {
  type Order = { name: string; sheets: number | null };
  const columns = [
    { key: "name", label: "Größe, mm", value: ({ name }: Order) => name },
    { key: "sheets", label: "=Sheets", value: ({ sheets }: Order) => sheets },
    { key: "at", label: "At", value: () => 1, csv: () => "2026-11-20T08:00:00-06:00" },
    { key: "buttons", label: "Actions", value: () => null, csv: null },
  ];
  const rows = [
    { name: '=HYPERLINK("x")', sheets: -1.5 },
    { name: "@a,\nb", sheets: null },
  ];
  const at = "2026-11-20T08:00:00-06:00";
  expect(parse(rowsToCsv(columns, rows), { bom: true })).toEqual([
    ["Größe, mm", "'=Sheets", "At"],
    [`'=HYPERLINK("x")`, "-1.5", at],
    ["'@a,\nb", "", at],
  ]);
});
