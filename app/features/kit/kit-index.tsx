import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

/** Links to the parts of the kit, each a page of its own, and to what stands on this one. */
export function KitIndex({ parts }: { parts: readonly string[] }) {
  const { t } = useTranslation();
  const [names, setNames] = useState<[anchor: string, name: string][]>([]);
  useEffect(() => {
    const sections = document.querySelectorAll<HTMLElement>("main > section[id]");
    setNames([...sections].map(({ id, ariaLabel }) => [id, ariaLabel ?? id]));
  }, []);
  return (
    <nav aria-label={t("nav.label")} className="mt-4 space-y-2 text-sm">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {["", ...parts]
          .map((part) => `/dev/kit/${part}`)
          .map((address) => (
            <li key={address}>
              <a href={address} className="font-semibold underline">
                {address}
              </a>
            </li>
          ))}
      </ul>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {names.map(([anchor, name]) => (
          <li key={anchor}>
            <a href={`#${anchor}`} className="underline">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
