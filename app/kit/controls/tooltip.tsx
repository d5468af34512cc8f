import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { Tip, type TipPlace } from "#app/components/ui/tip.tsx";

type Props = {
  /** What the button is about, for who listens: "About uptime". */
  label: string;
  children: ReactNode;
  /** What it stands on; an "i" unless said otherwise. */
  face?: ReactNode;
  /** Where it stands: below the middle of the button, or from the edge on that has no room beside it. */
  align?: TipPlace;
};

/**
 * A word more on something, by pointer, touch and keyboard: a button that shows it while it is pointed at or has the focus,
 * and keeps it after a press; Escape takes it away. No fact that somebody needs lives here only.
 *
 *     <Tooltip label={t("kit.about", { what: t("machine.uptime") })}>{t("machine.uptimeHelp")}</Tooltip>
 */
export function Tooltip({ label, children, face, align = "center" }: Props) {
  return (
    <Tip tip={children} align={align}>
      {(props) => (
        <button
          type="button"
          aria-label={label}
          {...props}
          className="relative grid min-h-6 min-w-6 place-items-center rounded-control text-ink-faint before:absolute before:-inset-2.5 before:content-[''] hover:text-ink lg:before:inset-0"
        >
          {face ?? <Info className="size-4" aria-hidden="true" />}
        </button>
      )}
    </Tip>
  );
}
