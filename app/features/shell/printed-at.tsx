import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { onPrint } from "#app/components/on-print.ts";
import { useTimeIn } from "#app/components/use-time-in.ts";
import "./texts.ts";

/** On paper only: when it was printed. */
export default function PrintedAt() {
  const { t } = useTranslation();
  const timeIn = useTimeIn(null);
  const [atMs, setAtMs] = useState<number | null>(null);
  useEffect(() => onPrint(() => setAtMs(Date.now())), []);
  return (
    <p data-printed-at className="hidden px-4 pt-2 text-xs text-ink-soft lg:px-6 print:block">
      {atMs !== null && t("print.madeAt", { time: timeIn(atMs) })}
    </p>
  );
}
