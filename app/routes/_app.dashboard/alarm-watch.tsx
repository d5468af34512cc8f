import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { ATTENTION_ROWS, type Attention, type Fleet } from "#app/features/dashboard/fleet-types.ts";
import { useShownAlarms } from "#app/features/dashboard/use-shown-alarms.ts";

/** The alarms that are on now, and with which page data they were read: newer data knows more. */
export type HeardAlarms = { from: Attention["alarms"]; alarms: Attention["alarms"] };

type AlarmWatchProps = {
  fleet: Fleet;
  /** As the page's data has them. */
  alarms: Attention["alarms"];
  onHeard: (heard: HeardAlarms) => void;
};

/** Hears of alarms for as long as the dashboard is open, wherever on it somebody looks: cards and the line above them count them. */
export default function AlarmWatch({ fleet, alarms, onHeard }: AlarmWatchProps) {
  const { revalidate } = useRevalidator();
  const live = useShownAlarms(fleet, alarms);
  useEffect(() => {
    if (live !== alarms) onHeard({ from: alarms, alarms: live });
  }, [live, alarms, onHeard]);
  // The cards and the line above them count alarms from the page's data.
  const isCountOld = live !== alarms && signOf(live) !== signOf(alarms);
  useEffect(() => {
    if (isCountOld) revalidate();
  }, [isCountOld, revalidate]);
  return null;
}

/** Changes when other alarms are on, as far as what comes live tells: the first rows, and how many. */
const signOf = ({ rows, total, on }: Attention["alarms"]): string =>
  [total, on, ...rows.slice(0, ATTENTION_ROWS).map(({ id }) => id)].join(" ");
