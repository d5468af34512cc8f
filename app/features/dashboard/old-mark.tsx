import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { useIsCut } from "#app/live/index.ts";
import { chartAge } from "./fleet-totals.ts";
import { useFleetSnapshot } from "./use-fleet.ts";

/** Whether what is drawn of a machine, or of the fleet, goes on to now. */
export function useGoesOn(deviceId: number | null): boolean {
  return chartAge(useFleetSnapshot(), deviceId, useIsCut()).isNow;
}

type OldMarkProps = {
  deviceId: number | null;
  /** There is no value that could have an age. */
  isEmpty?: boolean;
};

/** Says of what does not go on to now how old the oldest value in it is, and that the page is cut off. */
export function OldMark({ deviceId, isEmpty = false }: OldMarkProps) {
  const isCut = useIsCut();
  const { isNow, ageMs } = chartAge(useFleetSnapshot(), deviceId, isCut);
  return <OldNote isCut={isCut} isNow={isNow} ageMs={isEmpty ? null : ageMs} />;
}

type OldNoteProps = ReturnType<typeof chartAge> & { isCut: boolean };

export function OldNote({ isNow, ageMs, isCut }: OldNoteProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  if (isNow || (!isCut && ageMs === null)) return null;
  const age = formats.age(ageMs);
  return (
    <p data-old className="print-text text-xs font-medium text-warn">
      {isCut
        ? [t("live.lostShort"), ageMs !== null && age].filter(Boolean).join(", ")
        : t("live.stale", { age })}
    </p>
  );
}
