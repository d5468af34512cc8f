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
    <nav aria-label={t("nav.label")} className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {["", ...parts]
        .map((part) => `/dev/kit/${part}`)
        .map((address) => (
          <a key={address} href={address} className="font-semibold underline">
            {address}
          </a>
        ))}
      {names.map(([anchor, name]) => (
        <a key={anchor} href={`#${anchor}`} className="underline">
          {name}
        </a>
      ))}
    </nav>
  );
}
