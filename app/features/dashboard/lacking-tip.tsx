import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { Tooltip } from "#app/kit/controls/tooltip.tsx";
import { nameLacking, type Lacking } from "./lacking.ts";
import "./later/texts.ts";

type LackingTipProps = {
  label: string;
  face: ReactNode;
  lacking: Lacking;
  align: "start" | "center" | "end";
};

/** Names the machines that a figure is without, by why. */
export default function LackingTip({ label, face, lacking, align }: LackingTipProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const named = nameLacking(lacking);
  return (
    <Tooltip align={align} label={label} face={face}>
      {(["silent", "unread"] as const).map((why) => {
        const { total, names } = named[why];
        if (total === 0) return null;
        return (
          <span key={why} className="block">
            {t(`lacking.${why}`, { count: total, shown: number(total), names })}
          </span>
        );
      })}
    </Tooltip>
  );
}
