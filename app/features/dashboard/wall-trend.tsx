import { useTranslation } from "react-i18next";
import type { Trend } from "./throughput-trend.ts";
import "./texts.ts";

/** That a mean is still on its way: up or down. */
export function WallTrend({ trend }: { trend: Trend }) {
  const { t } = useTranslation();
  if (trend === null) return null;
  const isUp = trend === "rising";
  return (
    <>
      <span aria-hidden="true" className="font-semibold text-ink">
        {isUp ? "\u2009↑" : "\u2009↓"}
      </span>
      <span className="sr-only">{t(isUp ? "need.rising" : "need.falling")}</span>
    </>
  );
}
