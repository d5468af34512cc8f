import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom/server";
import { expect, it } from "vitest";
import { TableToolbar } from "./table-toolbar.tsx";
import { leftOutClass } from "./column-chooser.tsx";
import { narrowClass } from "./table-column.ts";
import { initialState } from "./table-state.ts";

const COLUMNS = [{ key: "name", label: "Name", value: ({ name }: { name: string }) => name }];

const shown = (total: number, isFiltering: boolean, aside?: ReactNode): string =>
  renderToStaticMarkup(
    <StaticRouter location="/">
      <TableToolbar
        formId="f"
        isAwaited={false}
        spec={{ columns: COLUMNS }}
        columns={COLUMNS}
        address={{
          state: { ...initialState({ columns: COLUMNS }), isFiltering },
          round: 0,
          hrefOf: () => "",
          withState: (to) => to,
          set: () => undefined,
          type: () => undefined,
          flush: () => undefined,
        }}
        total={total}
        of={null}
        isReady
        onExport={() => undefined}
        exportName="names.csv"
        aside={aside}
      />
    </StaticRouter>,
  );

it("offers filters, columns and export where there are rows, or where filters may hide them", () => {
  for (const html of [shown(1, false), shown(0, true)])
    for (const tool of ["table.filters", "table.columns", "table.export"])
      expect(html).toContain(tool);
  // Nor a count of none beside the words that say so.
  expect(shown(0, false)).not.toMatch(/table\.(records|filters|columns|export|sortBy)/);
  expect(shown(0, true)).toContain("table.records");
});

it("has the list's own buttons among its tools, also where there is nothing yet", () => {
  for (const html of [
    shown(1, false, <a href="/new">Add</a>),
    shown(0, false, <a href="/new">Add</a>),
  ])
    expect(html).toMatch(/^<div data-table-tools.*<a href="\/new">Add<\/a>.*<\/div>$/);
});

it("says of a column to choose that it needs a wider screen exactly where it is left out", () => {
  for (const hiddenBelow of ["lg", "xl", "desk"] as const)
    expect(leftOutClass({ hiddenBelow })).toBe(
      `hidden ${narrowClass({ hiddenBelow })!.replace("hidden", "inline")}`,
    );
  expect(leftOutClass({ phone: "hidden" })).toBe("hidden max-md:inline");
  expect(leftOutClass({ phone: "corner" })).toBeUndefined();
});
