import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TableBody } from "./table-body.tsx";
import { initialState } from "./table-state.ts";

const COLUMNS = [{ key: "name", label: "Name", value: ({ name }: { name: string }) => name }];

const shown = (name: string): string =>
  renderToStaticMarkup(
    <table>
      <TableBody
        columns={COLUMNS}
        lines={[{ kind: "row", id: "1", row: { name } }]}
        state="ready"
        size={1}
        busy={false}
        empty=""
        address={{
          state: initialState({ columns: COLUMNS }),
          round: 0,
          hrefOf: () => "",
          withState: (to) => to,
          set: () => undefined,
          type: () => undefined,
          flush: () => undefined,
        }}
      />
    </table>,
  );

it("breaks a long text anywhere, so that it takes no room from the other columns, and no short one", () => {
  expect(shown("FFG_".repeat(20))).toContain("wrap-anywhere");
  expect(shown("FFG 1")).not.toContain("wrap-anywhere");
});
