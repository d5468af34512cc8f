import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** Links to all parts of the kit, as they stand on the page. */
export function KitIndex() {
  const { t } = useTranslation();
  const [names, setNames] = useState<[anchor: string, name: string][]>([]);
  useEffect(() => {
    const sections = document.querySelectorAll<HTMLElement>("main > section[id]");
    setNames([...sections].map(({ id, ariaLabel }) => [id, ariaLabel ?? id]));
  }, []);
  return (
    <nav aria-label={t("nav.label")} className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {names.map(([anchor, name]) => (
        <a key={anchor} href={`#${anchor}`} className="underline">
          {name}
        </a>
      ))}
    </nav>
  );
}
