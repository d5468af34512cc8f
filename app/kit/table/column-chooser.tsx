import { useId, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "#app/components/forms/checkbox.tsx";
import { cx } from "#app/components/cx.ts";
import type { TableColumn } from "./table-column.ts";
import type { TableAddress } from "./use-table-address.ts";
import "./texts.ts";

type AnyColumn = Pick<TableColumn<never>, "key" | "label" | "phone" | "hiddenBelow">;

export type ColumnChooserProps = {
  columns: readonly AnyColumn[];
  address: TableAddress;
};

const SAID_BELOW = {
  lg: "md:max-lg:inline",
  xl: "md:max-xl:inline",
  desk: "md:max-[90rem]:inline",
} as const;
/** Of what says that the column is left out, where it is; undefined: it never is. */
export const leftOutClass = ({ hiddenBelow, phone }: Pick<AnyColumn, "hiddenBelow" | "phone">) =>
  hiddenBelow === undefined && phone !== "hidden"
    ? undefined
    : cx("hidden", phone === "hidden" && "max-md:inline", hiddenBelow && SAID_BELOW[hiddenBelow]);

/** Which columns are shown, and whether also those that this screen has no room for. */
export default function ColumnChooser({ columns, address }: ColumnChooserProps) {
  const { t } = useTranslation();
  const lastId = useId();
  const { hidden, isWide } = address.state;
  const shown = columns.filter(({ key }) => !hidden.includes(key));
  const last = shown.length === 1 ? shown[0] : null;
  const leftOutClasses = shown.flatMap((column) => leftOutClass(column) ?? []);
  return (
    <ul>
      {columns.map((column) => {
        const { key, label } = column;
        const leftOut = leftOutClass(column);
        return (
          <li key={key}>
            <Choice
              isChosen={shown.includes(column)}
              disabled={last === column}
              aria-describedby={last === column ? lastId : undefined}
              onChoose={(isChosen) =>
                address.set({
                  hidden: isChosen ? hidden.filter((each) => each !== key) : [...hidden, key],
                })
              }
            >
              {label}
              {leftOut !== undefined && !isWide && (
                <span className={cx("text-xs text-ink-faint", leftOut)}>
                  {t("table.needsWider")}
                </span>
              )}
            </Choice>
          </li>
        );
      })}
      {last !== null && (
        <li id={lastId} className="px-2 pt-1 text-xs text-ink-soft">
          {t("table.lastColumn")}
        </li>
      )}
      {leftOutClasses.length > 0 && (
        <li className={cx(...leftOutClasses)}>
          <span className="mt-1 block border-t border-line pt-1">
            <Choice isChosen={isWide} onChoose={(isChosen) => address.set({ isWide: isChosen })}>
              {t("table.anyWidth")}
            </Choice>
          </span>
        </li>
      )}
    </ul>
  );
}

type ChoiceProps = Omit<ComponentProps<typeof Checkbox>, "onChange" | "checked"> & {
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

const Choice = ({ isChosen, onChoose, children, ...rest }: ChoiceProps) => (
  <label className="flex min-h-11 items-center gap-2.5 rounded-control px-2 hover:bg-hover lg:min-h-8">
    <Checkbox
      {...rest}
      checked={isChosen}
      onChange={({ currentTarget: { checked } }) => onChoose(checked)}
    />
    {children}
  </label>
);
