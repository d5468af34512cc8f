import { useTranslation } from "react-i18next";
import type { Way } from "./on-its-way.ts";
import "./texts.ts";

/** That a mean is still on its way: up or down. */
export function WallWay({ way }: { way: Way }) {
  const { t } = useTranslation();
  if (way === null) return null;
  const isUp = way === "rising";
  return (
    <>
      <span aria-hidden="true" className="font-semibold text-ink">
        {isUp ? "\u2009↑" : "\u2009↓"}
      </span>
      <span className="sr-only">{t(isUp ? "need.rising" : "need.falling")}</span>
    </>
  );
}
