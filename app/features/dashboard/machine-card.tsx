import { memo, useRef } from "react";
import { cx } from "#app/components/cx.ts";
import { aliveWhenSeen } from "#app/components/load-when-seen.tsx";
import { useInSight } from "#app/components/use-in-sight.ts";
import { useMetrics } from "#app/live/index.ts";
import { CardContent, type CardContentProps } from "./card-content.tsx";
import type { Readings } from "./readings.ts";
import { CARD_METRICS } from "./fleet-types.ts";
import { fadedBy } from "./need-marks.tsx";
import { useReport } from "./use-fleet.ts";

/** On a phone most of a fleet's cards are not in sight. */
const Content = aliveWhenSeen(CardContent, import.meta.env.SSR ? CardContent : null, "h-full");

type MachineCardProps = Omit<CardContentProps, "live"> & {
  /** It is live, and drawn, only in sight. */
  onlyInSight: boolean;
};

/** One machine: what it sends counts for the fleet also while its card is not in sight. */
export const MachineCard = memo(function MachineCard({ onlyInSight, ...props }: MachineCardProps) {
  const { machine, asked } = props;
  const card = useRef<HTMLLIElement>(null);
  const isWatched = useInSight(card, onlyInSight) || !onlyInSight;
  const live: Readings = useMetrics(machine.id, CARD_METRICS, machine.initial, isWatched);
  useReport(machine.id, live);
  return (
    <li
      ref={card}
      className={cx(
        "min-w-0 snap-start",
        fadedBy(asked),
        onlyInSight && "drawn-in-sight [contain-intrinsic-size:auto_14rem]",
      )}
      data-machine={machine.id}
    >
      <Content {...props} live={live} />
    </li>
  );
});
