import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import "./many/texts.ts";
import "./texts.ts";

type Props = {
  /** From 1. */
  page: number;
  pages: number;
  onTurn: (page: number) => void;
};

/** Turns the pages of a list; nothing where there is one. */
export function PageTurner({ page, pages, onTurn }: Props) {
  const { t } = useTranslation();
  if (pages === 1) return null;
  return (
    <div className="mt-2 flex items-center justify-end gap-2 text-sm">
      <Button
        size="small"
        aria-disabled={page === 1 || undefined}
        onClick={() => page > 1 && onTurn(page - 1)}
      >
        {t("unmapped.before")}
      </Button>
      <span>{t("unmapped.page", { page, pages })}</span>
      <Button
        size="small"
        aria-disabled={page === pages || undefined}
        onClick={() => page < pages && onTurn(page + 1)}
      >
        {t("unmapped.after")}
      </Button>
    </div>
  );
}
