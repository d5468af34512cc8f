import { ListFilter, PlugZap } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#app/components/ui/empty-state.tsx";
import { FacilityButton } from "./facility-button.tsx";
import type { FacilityChoice } from "./fleet-types.ts";
import "./later/texts.ts";

/** In place of the machines: what brings them here, or back. */
export default function NoMachines({
  facilities,
  unplaced,
}: {
  facilities: readonly FacilityChoice[];
  unplaced: number;
}) {
  const { t } = useTranslation();
  if (facilities.every(({ active }) => active))
    return (
      <EmptyState
        icon={<PlugZap className="size-6" aria-hidden="true" />}
        title={t("noMachines.emptyTitle")}
      >
        {t("noMachines.emptyText")}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={<ListFilter className="size-6" aria-hidden="true" />}
      title={t("noMachines.hiddenTitle")}
      action={
        <FacilityButton
          facilities={facilities}
          unplaced={unplaced}
          label={t("noMachines.hiddenAction")}
        />
      }
    >
      {t("noMachines.hiddenText")}
    </EmptyState>
  );
}
