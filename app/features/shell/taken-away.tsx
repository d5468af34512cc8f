import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Toast } from "#app/components/ui/toast.tsx";
import { useReadAgain } from "#app/components/use-read-again.ts";
import { useTaken } from "#app/live/index.ts";
import "./texts.ts";

/** A machine has many topics, which end one after the other. */
const GATHER_MS = 150;

/** Reads the page again when a machine on it was taken away, and says so. */
export default function TakenAway() {
  const { t } = useTranslation();
  const readAgain = useReadAgain();
  const taken = useTaken();
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    if (taken === 0) return;
    const timer = setTimeout(() => {
      readAgain();
      setTold(true);
    }, GATHER_MS);
    return () => clearTimeout(timer);
  }, [taken, readAgain]);
  if (!isTold) return null;
  return <Toast tone="alarm" text={t("taken")} onClose={() => setTold(false)} />;
}
