import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import type { Fleet } from "./fleet-types.ts";
import { onlyPlantOf } from "./wall-fleet.ts";
import "./texts.ts";

/** What all figures are of: the fleet, or, once some are hidden, the facilities of it that were chosen, one by its own name. */
export function useFleetName(
  fleet: Pick<Fleet, "customerName" | "facilities" | "machines">,
): string {
  const { customerName, facilities } = fleet;
  const { t } = useTranslation();
  const { number } = useFormats();
  const shown = facilities.filter(({ active }) => active).length;
  const count = facilities.length;
  const name =
    customerName === null
      ? t("dashboard.fleetAll")
      : t("dashboard.fleetOf", { name: customerName });
  if (shown === count) return name;
  const plant = onlyPlantOf(fleet);
  if (plant !== null) return plant;
  const part = t("dashboard.someFacilities", {
    ...{ count, shown: number(shown), all: number(count) },
  });
  return customerName === null ? part : `${name}, ${part}`;
}
