/** The names in both tables of what requires attention. */
import { cx } from "#app/components/cx.ts";
import type { Column } from "#app/components/ui/compact-table.tsx";

/** A name of one line that a finger finds. */
export const NAME_LINK = "font-medium hover:underline max-lg:finger-line";

/** A machine's name of so few letters keeps its line; a long one takes several instead of the other columns' room. */
const SHORT_NAME = 20;
const LONG_NAME = 30;

function MachineName({ name }: { name: string }) {
  return (
    <span
      className={cx(
        "text-ink-soft",
        name.length <= SHORT_NAME && "whitespace-nowrap slim:whitespace-normal",
        name.length > LONG_NAME &&
          "wrap-anywhere sm:inline-block sm:max-w-72 sm:min-w-40 slim:inline slim:max-w-none slim:min-w-0",
      )}
    >
      {name}
    </span>
  );
}

export const machineColumn = (label: string): Column<{ id: number; deviceName: string }> => ({
  key: "machine",
  label,
  isPlain: true,
  isFitted: true,
  cell: ({ deviceName }) => <MachineName name={deviceName} />,
});
