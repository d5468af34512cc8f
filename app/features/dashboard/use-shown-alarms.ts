import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { useChangesOf } from "#app/live/index.ts";
import type { Attention, Fleet } from "./fleet-types.ts";

/** Changes that come together, as all joins of a page do, are one read. */
const GATHER_MS = 150;

/** The alarms that are on, as the page came with them, then as they are when one of its machines' alarms changed. */
export function useShownAlarms(
  { machines }: Fleet,
  initial: Attention["alarms"],
): Attention["alarms"] {
  const { load, data } = useFetcher<{ alarms: Attention["alarms"] | null }>();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const readSoon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      load("/dashboard/alarms");
    }, GATHER_MS);
  }, [load]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useChangesOf(machines.map(({ id }) => id).join(","), "alarms", readSoon);
  return data?.alarms ?? initial;
}
