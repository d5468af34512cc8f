import { useTranslation } from "react-i18next";
import { NotYet } from "#app/components/ui/not-yet.tsx";
import { useMachinePage } from "./machine-page.ts";

/** A tab that has its place, its guard and its lock, and will be filled. */
export function TabNotYet() {
  const { t } = useTranslation();
  const { basePath } = useMachinePage();
  return (
    <NotYet to={`${basePath}/overview`} back={t("notYet.backToMachine")}>
      {t("notYet.machineTab")}
    </NotYet>
  );
}
