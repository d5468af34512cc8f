import { useTranslation } from "react-i18next";
import { Notice } from "#app/components/ui/notice.tsx";
import "./texts.ts";

/**
 * Why the tabs of a machine that is sold, scrapped or in a closed facility offer no change; its header says since when. One
 * without a facility has no tabs at which its history could be read.
 */
export function OutOfServiceNotice({ isConfigured }: { isConfigured: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="mb-3">
      <Notice tone="warn">
        {t(`machinePage.${isConfigured ? "outOfService" : "outOfServiceNew"}`)}
      </Notice>
    </div>
  );
}
