import { useRevalidator } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Button } from "./ui/button.tsx";

/** Beside what says how many machines could not be read: asks for the page's data again. */
export default function ReadAgainButton() {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  const isBusy = state !== "idle";
  return (
    <Button
      size="small"
      aria-disabled={isBusy || undefined}
      onClick={() => !isBusy && revalidate()}
    >
      {t("errors.retry")}
    </Button>
  );
}
