import { useRevalidator } from "@remix-run/react";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { KeepFresh } from "#app/live/keep-fresh.tsx";
import { loadLater } from "#app/components/load-later.tsx";
import type { Deferred } from "#app/components/use-deferred.ts";
import { useFormats } from "#app/components/use-formats.ts";
import { MACHINE_STATES, toMachineState, type MachineState } from "#app/domain/metrics/states.ts";
import { Chip } from "#app/kit/chip.tsx";
import { DataTable } from "#app/kit/table/data-table.tsx";
import type { TableColumn } from "#app/kit/table/table-column.ts";
import { AgeCell, RetiredCell, SpeedCell, StateCell } from "./machine-list-live.tsx";
import type { ListedMetric, ListedValues, MachineRow } from "./machine-row.ts";
import { useListedValues, type Listed } from "./use-listed.ts";
import "#app/kit/table/texts.ts";
import "./texts.ts";

/** Wanted by a fleet whose values the page does not come with. */
const ListedReader = loadLater(() => import("./listed-reader.tsx"));
/** Wanted where something could not be read. */
const UnreadNote = loadLater(() => import("./unread-note.tsx"));

/** Machines that are not in sight are read anew so often; all of a large fleet as its dashboard is. */
const REFRESH_MS = 60_000;
const LARGE_REFRESH_MS = 120_000;
const NO_STATES: ReadonlyMap<number, MachineState> = new Map();

type MachineListProps = {
  /** null: they could not be read. */
  machines: readonly MachineRow[] | null;
  /** null: they are asked for once the page is alive. */
  values: Deferred<ListedValues> | null;
  /** When they were read. */
  nowMs: number;
  /** Said where there is none. */
  empty: string;
  /** The number of comments of a machine, as something to press. */
  commentCell: (row: MachineRow) => ReactNode;
  /** What tells what the states mean, beside the table's tools. */
  legend?: ReactNode;
};

/** A page of machines with their newest values, read anew while it is open. */
export function MachineList(props: MachineListProps) {
  const { machines, values, nowMs, empty, commentCell, legend } = props;
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  const { listed, setRead } = useListedValues(values);
  // Of machines in sight, newer than what was read: sort, filters and groups follow it too.
  const [seen, setSeen] = useState(NO_STATES);
  const onState = useCallback((id: number, state: MachineState) => {
    setSeen((last) => (last.get(id) === state ? last : new Map(last).set(id, state)));
  }, []);
  const columns = useMachineColumns({ listed, seen, onState, nowMs, commentCell });
  const isUnread = ({ id }: MachineRow) =>
    !(listed.isAwaited(id) || listed.values[id] || seen.has(id));
  const unread = machines?.filter(isUnread).length ?? 0;
  const [shown, setShown] = useState<string>();
  const isLarge = values === null;
  return (
    <>
      <KeepFresh everyMs={isLarge ? LARGE_REFRESH_MS : REFRESH_MS} />
      {isLarge && shown !== undefined && (
        <ListedReader shown={shown} version={nowMs} setRead={setRead} />
      )}
      <DataTable
        caption={t("machines.title")}
        columns={columns}
        rows={machines}
        rowId={({ id }) => String(id)}
        link={({ id }) => ({ to: `/machines/${id}/overview`, prefetch: "intent" })}
        exportName="helios-machines.csv"
        failed={machines === null}
        onRetry={revalidate}
        busy={machines === null && state === "loading"}
        empty={empty}
        onShown={isLarge ? setShown : undefined}
        aside={
          <>
            {unread > 0 && <UnreadNote machines={unread} />}
            {legend}
          </>
        }
      />
    </>
  );
}

type ColumnsOf = Pick<MachineListProps, "nowMs" | "commentCell"> & {
  listed: Listed;
  seen: ReadonlyMap<number, MachineState>;
  onState: (id: number, state: MachineState) => void;
};

/**
 * The nine columns of spec 001 §2 in their order, then speed and age of the newest sample. With the state stand since when
 * and the alarms that are on; both are columns of their own for who wants to sort by them.
 */
function useMachineColumns({
  listed,
  seen,
  onState,
  nowMs,
  commentCell,
}: ColumnsOf): TableColumn<MachineRow>[] {
  const { t } = useTranslation(["common", "glossary"]);
  const { number, dateTime, zone } = useFormats();
  return useMemo(() => {
    const { values, isAwaited, isSomeAwaited } = listed;
    const first = (id: number, metric: ListedMetric) => values[id]?.[metric] ?? null;
    const stateOf = ({ id }: MachineRow): MachineState =>
      seen.get(id) ?? toMachineState(first(id, "machine_state")?.value);
    const isKnown = ({ id }: MachineRow) => seen.has(id) || values[id] !== undefined;
    const wordOf = (row: MachineRow) => {
      if (row.retiredAt !== null) return t("machines.retired");
      if (isKnown(row)) return t(`glossary:states.${stateOf(row)}`);
      return t(isAwaited(row.id) ? "table.awaited" : "machines.unread");
    };
    const speedOf = ({ id }: MachineRow): number | null => {
      const value = first(id, "machine_speed")?.value;
      return typeof value === "number" ? value : null;
    };
    const newestOf = ({ id }: MachineRow): number | null => {
      const times = [first(id, "machine_state"), first(id, "machine_speed")].flatMap(
        (value) => value?.timeMs ?? [],
      );
      return times.length === 0 ? null : Math.max(...times);
    };
    const sinceOf = ({ id, retiredAt }: MachineRow): number | null =>
      retiredAt ?? values[id]?.since?.sinceMs ?? null;
    const isOlder = ({ id, retiredAt }: MachineRow) =>
      retiredAt === null && values[id]?.since?.isOlder === true;
    const isoOf = (timeMs: number | null) =>
      timeMs === null ? null : new Date(timeMs).toISOString();
    return [
      {
        key: "serial",
        label: t("machines.serial"),
        width: "md:w-38",
        value: (row) => row.serialNumber,
        wraps: "narrow",
      },
      {
        key: "machine_serial",
        label: t("machines.machineSerial"),
        width: "md:w-36",
        value: (row) => row.manufacturerSerialNumber,
        phone: "hidden",
        hiddenBelow: "desk",
      },
      {
        key: "name",
        label: t("machines.name"),
        width: "md:w-37",
        value: (row) => row.name,
        isName: true,
        wraps: "narrow",
      },
      {
        key: "status",
        label: t("machine.state"),
        width: "md:w-47",
        value: (row) =>
          isKnown(row) ? (MACHINE_STATES as readonly string[]).indexOf(stateOf(row)) : null,
        isAwaited: isSomeAwaited,
        text: wordOf,
        csv: wordOf,
        cell: (row) =>
          row.retiredAt === null ? (
            <StateCell
              row={row}
              first={first(row.id, "machine_state")}
              since={values[row.id]?.since ?? null}
              isAwaited={isAwaited(row.id)}
              isRead={values[row.id] !== undefined}
              nowMs={nowMs}
              onState={onState}
            />
          ) : (
            <RetiredCell row={row} sinceMs={row.retiredAt} nowMs={nowMs} />
          ),
        canGroup: true,
        wraps: true,
        phone: "under_name",
      },
      {
        key: "make",
        label: t("machines.make"),
        width: "md:w-18",
        value: (row) => row.make,
        canGroup: true,
        hiddenBelow: "xl",
      },
      {
        key: "model",
        label: t("machines.model"),
        width: "md:w-24",
        value: (row) => row.model,
        // Room for two of its short words in a line.
        cell: ({ model }) => (
          <span className="min-[82rem]:inline-block min-[82rem]:min-w-17">{model}</span>
        ),
        canGroup: true,
        hiddenBelow: "lg",
        wraps: true,
      },
      {
        key: "comments",
        label: t("crumbs.comments"),
        width: "md:w-26",
        value: (row) => row.comments,
        cell: commentCell,
      },
      {
        key: "facility",
        label: t("machines.facility"),
        width: "md:w-35",
        value: (row) => row.facility?.name ?? null,
        text: (row) => row.facility?.name ?? t("machines.notConfigured"),
        cell: ({ facility }) =>
          facility?.name ?? <Chip tone="warn">{t("machines.notConfigured")}</Chip>,
        canGroup: true,
        wraps: true,
      },
      {
        key: "location",
        label: t("machines.location"),
        width: "md:w-30",
        value: ({ facility }) => facility && `${facility.city}, ${facility.state}`,
        canGroup: true,
        wraps: true,
        phone: "hidden",
        hiddenBelow: "xl",
      },
      {
        key: "speed",
        label: t("machine.speed"),
        width: "md:w-22",
        value: speedOf,
        isAwaited: isSomeAwaited,
        text: (row) => number(speedOf(row)),
        cell: ({ id }) => <SpeedCell id={id} first={first(id, "machine_speed")} nowMs={nowMs} />,
        align: "right",
      },
      {
        key: "newest",
        label: t("machines.newest"),
        width: "md:w-28",
        value: newestOf,
        isAwaited: isSomeAwaited,
        csv: (row) => isoOf(newestOf(row)),
        cell: (row) => (
          <AgeCell
            row={row}
            first={first(row.id, "machine_state")}
            speed={first(row.id, "machine_speed")}
            isRead={values[row.id] !== undefined}
            nowMs={nowMs}
          />
        ),
        align: "right",
        wraps: true,
        canFilter: false,
      },
      {
        key: "since",
        label: t("machines.since"),
        value: sinceOf,
        isAwaited: isSomeAwaited,
        text: (row) => {
          const since = sinceOf(row);
          if (since === null) return "–";
          if (isOlder(row)) return t("machinePage.sinceBefore");
          const timezone = row.facility?.timezone ?? "UTC";
          return `${dateTime(since, timezone)} ${zone(since, timezone)}`;
        },
        // Where it is older than what was read, nobody knows since when.
        csv: (row) => (isOlder(row) ? null : isoOf(sinceOf(row))),
        canFilter: false,
        hiddenAtFirst: true,
        phone: "hidden",
      },
      {
        key: "alarms",
        label: t("machines.alarmsOn"),
        value: (row) => row.alarmsOn,
        align: "right",
        hiddenAtFirst: true,
        phone: "hidden",
      },
    ];
  }, [t, number, dateTime, zone, listed, nowMs, commentCell, seen, onState]);
}
