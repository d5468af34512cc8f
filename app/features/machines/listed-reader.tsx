import { useSearchParams } from "@remix-run/react";
import { useEffect, useMemo, useState } from "react";
import { inTurns } from "#app/components/in-turns.ts";
import { readWhole } from "#app/components/read-whole.ts";
import type { ListedValues } from "./machine-row.ts";
import type { Read, SetRead } from "./use-listed.ts";

type ListedReaderProps = {
  /** The ids of the machines that the list's page shows, with commas. */
  shown: string;
  /** When the list was read: all is asked again with it. */
  version: number;
  setRead: SetRead;
};

/** What machines say: `ids` those that were asked, null all of them; `values` null: there was no answer. */
type OnListed = (ids: readonly number[] | null, values: ListedValues | null) => void;

/** Asks what a large fleet's machines say: those of the list's page first, then all of them by one call. Shows nothing. */
export default function ListedReader(props: ListedReaderProps) {
  const { shown, version, setRead } = props;
  const ids = useMemo(() => (shown === "" ? [] : shown.split(",").map(Number)), [shown]);
  // The list's own address says of which machines it is, and whether it shows since when states are.
  const [search] = useSearchParams();
  const isRetired = search.get("retired") === "1";
  const hasSince = search.get("columns")?.split(",").includes("since") ?? false;
  const [{ page, whole }] = useState(() =>
    listedTurns((asked, values) => setRead((last) => withAnswer(last, asked, values))),
  );
  useEffect(() => {
    page.ask({ ids, isRetired });
  }, [page, ids, isRetired, version]);
  useEffect(() => whole.ask({ hasSince, isRetired }), [whole, hasSince, isRetired, version]);
  useEffect(
    () => () => {
      page.end();
      whole.end();
    },
    [page, whole],
  );
  return null;
}

type PageAsked = { ids: readonly number[]; isRetired: boolean };
type WholeAsked = { hasSince: boolean; isRetired: boolean };
type ReadValues = typeof readWhole<ListedValues>;

/** All of them wait for the first page: what is in sight comes first. */
export function listedTurns(onRead: OnListed, read: ReadValues = readWhole) {
  let pageIsRead = () => {};
  const firstPage = new Promise<void>((resolve) => (pageIsRead = resolve));
  const page = inTurns<PageAsked, { ids: readonly number[]; values: ListedValues | null }>({
    read: async ({ ids, isRetired }, signal) => {
      // A filter may show no row before all of them were read.
      if (ids.length === 0) return { ids, values: {} };
      const search = new URLSearchParams({ ids: ids.join(",") });
      const values = await read(addressOf(search, isRetired), signal).catch(() => null);
      return { ids, values };
    },
    tell: (answer) => {
      if (answer !== null && answer.ids.length > 0) onRead(answer.ids, answer.values);
      pageIsRead();
    },
    isOther: (last, next) => last.ids.join() !== next.ids.join(),
  });
  const whole = inTurns<WholeAsked, ListedValues>({
    read: async ({ hasSince, isRetired }, signal) => {
      await firstPage;
      const search = new URLSearchParams(hasSince ? { since: "" } : {});
      return read(addressOf(search, isRetired), signal);
    },
    tell: (values) => onRead(null, values),
    isOther: (last, next) => last.hasSince !== next.hasSince,
  });
  return { page, whole };
}

function addressOf(search: URLSearchParams, isRetired: boolean): string {
  if (isRetired) search.set("retired", "");
  return `/machine_values?${search}`;
}

/** Who did not answer now keeps what was said before. */
export function withAnswer(
  last: Read,
  ids: readonly number[] | null,
  answer: ListedValues | null,
): Read {
  const values = { ...last.values };
  for (const [key, told] of Object.entries(answer ?? {}))
    values[Number(key)] = { ...values[Number(key)], ...told };
  return {
    values,
    asked: ids === null ? last.asked : new Set([...last.asked, ...ids]),
    isWhole: last.isWhole || ids === null,
  };
}
