import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { useIsCut } from "#app/live/index.ts";
import { chartAge } from "./fleet-totals.ts";
import { useFleetSnapshot } from "./use-fleet.ts";

/** Whether what is drawn of a machine, or of the fleet, goes on to now. */
export function useGoesOn(deviceId: number | null): boolean {
  return chartAge(useFleetSnapshot(), deviceId, useIsCut()).isNow;
}

/** Says of what does not go on to now how old the oldest value in it is, or that the page is cut off. */
export function OldMark({ deviceId }: { deviceId: number | null }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isCut = useIsCut();
  const { isNow, ageMs } = chartAge(useFleetSnapshot(), deviceId, isCut);
  if (isNow || (!isCut && ageMs === null)) return null;
  return (
    <p data-old className="print-text text-xs font-medium text-warn">
      {isCut ? t("live.lostShort") : t("live.stale", { age: formats.age(ageMs) })}
    </p>
  );
}
