import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { CompactTable, type Column } from "./compact-table.tsx";

type Row = { id: number; name: string; left: string };
const columns: Column<Row>[] = [
  { key: "name", label: "Work", isName: true, cell: ({ name }) => name },
  { key: "left", label: "Life left", align: "right", cell: ({ left }) => left },
  { key: "done", label: "Action", isQuiet: true, align: "right", cell: () => "Complete" },
];

it("has no column of buttons on paper: the one before it ends with the line", async () => {
  const rows = [{ id: 1, name: "Anvil blankets", left: "12%" }];
  const html = await draw(<CompactTable caption="Works" columns={columns} rows={rows} empty="" />);
  const cells = [...html.matchAll(/<t[hd] [^>]*class="([^"]*)"/g)].map(([, names = ""]) =>
    names.split(" ").filter((name) => name.startsWith("print:")),
  );
  const row = [[], ["print:pr-0"], ["print:hidden"]];
  expect(cells).toEqual([...row, ...row]);
});
