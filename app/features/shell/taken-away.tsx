import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Toast } from "#app/components/ui/toast.tsx";
import { useReadAgain } from "#app/components/use-read-again.ts";
import { useOutdated } from "#app/live/index.ts";
import { frameOfNow } from "./frame-of-now.ts";
import "./texts.ts";

/** Reads the page and the frame around it again when what its reader may see was changed, and says so when a machine on it was taken away. */
export default function TakenAway() {
  const { t } = useTranslation();
  const readAgain = useReadAgain();
  const [isTold, setTold] = useState(false);
  useOutdated(({ isTaken }) => {
    frameOfNow.change();
    readAgain();
    if (isTaken) setTold(true);
  });
  if (!isTold) return null;
  return <Toast tone="alarm" text={t("taken")} onClose={() => setTold(false)} />;
}
