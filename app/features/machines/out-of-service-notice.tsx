import { useTranslation } from "react-i18next";
import { Notice } from "#app/components/ui/notice.tsx";
import "./texts.ts";

/** Why the tabs of a machine that is sold, scrapped or in a closed facility offer no change; its header says since when. */
export function OutOfServiceNotice() {
  const { t } = useTranslation();
  return (
    <div className="mb-3">
      <Notice tone="warn">{t("machinePage.outOfService")}</Notice>
    </div>
  );
}
