import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { ATTENTION_ROWS, type Attention, type Fleet } from "#app/features/dashboard/fleet-types.ts";
import { countAlarms } from "#app/features/dashboard/count-alarms.ts";
import { useShownAlarms } from "#app/features/dashboard/use-shown-alarms.ts";

/** The alarms that are on now, with what they make wrong or due at each machine, and with which page data they were read: newer data knows more. */
export type HeardAlarms = {
  from: Attention["alarms"];
  alarms: Attention["alarms"];
  counts: Attention["counts"];
};

type AlarmWatchProps = {
  fleet: Fleet;
  /** As the page's data has them. */
  alarms: Attention["alarms"];
  counts: Attention["counts"];
  onHeard: (heard: HeardAlarms) => void;
};

/** Hears of alarms for as long as the dashboard is open, wherever on it somebody looks: cards and the line above them count them. */
export default function AlarmWatch({ fleet, alarms, counts, onHeard }: AlarmWatchProps) {
  const { revalidate } = useRevalidator();
  const live = useShownAlarms(fleet, alarms);
  useEffect(() => {
    if (live !== alarms) onHeard({ from: alarms, alarms: live, counts: withAlarms(counts, live) });
  }, [live, alarms, counts, onHeard]);
  // Of more alarms than are listed the page's data counts those of each machine.
  const isCountOld = live !== alarms && signOf(live) !== signOf(alarms);
  useEffect(() => {
    if (isCountOld) revalidate();
  }, [isCountOld, revalidate]);
  return null;
}

/** Counted from the rows, where these are all: cards and list say the same at the same time. */
const withAlarms = (counts: Attention["counts"], { rows, total }: Attention["alarms"]) =>
  rows.length < total ? counts : countAlarms(rows, counts);

/** Changes when other alarms are on, as far as what comes live tells: the first rows, and how many. */
const signOf = ({ rows, total, on }: Attention["alarms"]): string =>
  [total, on, ...rows.slice(0, ATTENTION_ROWS).map(({ id }) => id)].join(" ");
