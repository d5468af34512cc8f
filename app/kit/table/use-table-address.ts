import { useLocation, useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { afterFrame } from "./after-frame.ts";
import { changeState, readTableState, writeTableState } from "./table-state.ts";
import type { TableSpec, TableState } from "./table-state.ts";

/** After the last keystroke. Safari refuses more than a hundred changes of the address in half a minute. */
const WRITE_AFTER_MS = 250;

export type TableAddress = {
  state: TableState;
  /** Another number whenever something else than typing changed the settings: what is typed may be another text by then. */
  round: number;
  /** Where a link to this setting leads. */
  hrefOf: (change: Partial<TableState>) => string;
  /** A link that only says something else about this page ("?event_id=7"), with the settings of now. */
  withState: (to: string) => string;
  set: (change: Partial<TableState>) => void;
  /** Filters by what was typed: shown in the frame after the letter's own, in the address when the typing rests. */
  type: (key: string, text: string) => void;
  /** Writes now what still waits. */
  flush: () => void;
};

/**
 * A table's settings, kept in the address without a step in the history. With `isServer` a change asks the loader anew;
 * else the page has all rows already: the address changes by itself and nothing is asked.
 */
export function useTableAddress(spec: TableSpec, isServer: boolean): TableAddress {
  const { search, key } = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState(() => readTableState(search, spec));
  const [round, setRound] = useState(0);
  const [seen, setSeen] = useState(search);
  const written = useRef<string | null>(null);
  /** What is to be shown: ahead of `state` by what was typed since the last frame. */
  const wanted = useRef(state);
  if (search !== seen) {
    setSeen(search);
    // The reader followed a link or went back. What this table wrote itself may be older than what is typed now.
    if (search !== written.current) {
      wanted.current = readTableState(search, spec);
      setState(wanted.current);
      setRound(round + 1);
    }
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const leaveFrame = useRef<(() => void) | null>(null);

  const write = useCallback(
    (next: TableState) => {
      clearTimeout(timer.current);
      timer.current = undefined;
      const to = writeTableState(window.location.search, next, spec);
      if (to === window.location.search) return;
      written.current = to;
      if (isServer) navigate({ search: to }, { replace: true, preventScrollReset: true });
      else window.history.replaceState(window.history.state, "", to || window.location.pathname);
    },
    [spec, isServer, navigate],
  );
  // A form that was sent from this page takes the router's own address, which does not know ours.
  useEffect(() => {
    if (!isServer) write(wanted.current);
  }, [key, isServer, write]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      leaveFrame.current?.();
      leaveFrame.current = null;
    },
    [],
  );

  const set = useCallback(
    (change: Partial<TableState>) => {
      const next = changeState(wanted.current, change);
      wanted.current = next;
      setState(next);
      setRound((count) => count + 1);
      write(next);
    },
    [write],
  );
  const type = useCallback(
    (key: string, text: string) => {
      const { [key]: _, ...others } = wanted.current.filters;
      const filters = text === "" ? others : { ...others, [key]: text };
      wanted.current = changeState(wanted.current, { filters, isFiltering: true });
      // A letter is seen before the rows that it leaves are drawn, and those of several letters are drawn once.
      leaveFrame.current ??= afterFrame(() => {
        leaveFrame.current = null;
        setState(wanted.current);
      });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => write(wanted.current), WRITE_AFTER_MS);
    },
    [write],
  );
  const flush = useCallback(() => {
    if (timer.current !== undefined) write(wanted.current);
  }, [write]);
  return {
    state,
    round,
    hrefOf: (change) => writeTableState(search, changeState(state, change), spec) || "?",
    withState: (to) => writeTableState(to, state, spec),
    set,
    type,
    flush,
  };
}
