import { useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Failure } from "./failure.tsx";
import "#app/kit/texts.ts";

/** Above what could not be read again (shown-data.ts). */
export function OldNotice() {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  return (
    <Failure inline onRetry={revalidate} busy={state !== "idle"}>
      {t("kit.isOld")}
    </Failure>
  );
}
