import { useCallback, useEffect, useRef, useState } from "react";
import { useChangesOf } from "#app/live/index.ts";
import type { Attention, Fleet } from "./fleet-types.ts";

/** Changes that come together, as all joins of a page do, are one read. */
const GATHER_MS = 150;

/**
 * The alarms that are on, as the page came with them, then as they are when one of its machines' alarms changed or came back
 * from the shelf.
 *
 * Not by a fetcher of Remix: it fetches the route's script first, and loads the page anew when that fails, which takes the
 * dashboard away while Helios is not there.
 */
export function useShownAlarms(
  { machines }: Fleet,
  initial: Attention["alarms"],
): Attention["alarms"] {
  const [read, setRead] = useState<{ from: Attention["alarms"]; alarms: Attention["alarms"] }>();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const current = useRef(initial);
  const newest = useRef(0);
  useEffect(() => {
    current.current = initial;
  });
  const readSoon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const turn = ++newest.current;
      const from = current.current;
      void readAlarms().then((alarms) => {
        if (alarms === null || turn !== newest.current) return;
        // The page was read anew meanwhile, perhaps masked: neither knows more for certain.
        if (from !== current.current) return readSoon();
        setRead({ from, alarms });
      });
    }, GATHER_MS);
  }, []);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      newest.current++;
    },
    [],
  );
  useChangesOf(machines.map(({ id }) => id).join(","), "alarms", readSoon);
  // A page that was read anew knows more than what was read before it.
  const shown = read?.from === initial ? read.alarms : initial;
  useEffect(() => {
    if (shown.nextReturnMs === null) return;
    const back = setTimeout(readSoon, shown.nextReturnMs);
    return () => clearTimeout(back);
  }, [shown, readSoon]);
  return shown;
}

/** null: nobody answered, or not with alarms; what is shown stays. */
async function readAlarms(): Promise<Attention["alarms"] | null> {
  try {
    const answer = await fetch("/dashboard/alarms", { headers: { accept: "application/json" } });
    if (!answer.ok) return null;
    return ((await answer.json()) as { alarms: Attention["alarms"] }).alarms;
  } catch {
    return null;
  }
}
