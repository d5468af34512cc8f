import { GalleryHorizontal, LayoutGrid, List } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { MACHINE_VIEWS, type MachineView } from "#app/domain/preferences.ts";
import "./texts.ts";

const ICONS = { grid: LayoutGrid, carousel: GalleryHorizontal, list: List } as const;

type ViewChoiceProps = {
  /** null: none was chosen yet; there are cards, as many as there is room for. */
  view: MachineView | null;
  onView: (view: MachineView) => void;
};

/** How the machines are shown. */
export function ViewChoice({ view, onView }: ViewChoiceProps) {
  const { t } = useTranslation();
  return (
    <div role="group" aria-label={t("views.label")} className="flex">
      {MACHINE_VIEWS.map((each) => {
        const Icon = ICONS[each];
        return (
          <button
            key={each}
            type="button"
            aria-label={t(`views.${each}`)}
            aria-pressed={view === each}
            onClick={() => onView(each)}
            className={cx(
              "grid size-11 place-items-center rounded-control hover:bg-hover lg:size-8",
              view === each ? "bg-hover text-ink" : "text-ink-faint",
              view === null && each === "grid" && "lg:bg-hover lg:text-ink",
              view === null && each === "carousel" && "max-lg:bg-hover max-lg:text-ink",
            )}
          >
            <Icon className="size-4.5" aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
