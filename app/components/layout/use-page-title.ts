import { useMatches } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** What a route's handle or its data may say of the title. `partKey`: of one of several pages about the same. */
type Titled = { titleKey?: string; title?: unknown; partKey?: string };

/**
 * What the page on screen is called: by the key of a text, or by `title` in its data when it is a name. The innermost counts.
 * `isWhole`: with the part of it that is seen, as "Events · FFG 1".
 */
export function usePageTitle(isWhole = false): string | null {
  const { t } = useTranslation();
  let name: string | null = null;
  let part = "";
  for (const { handle, data } of useMatches()) {
    const { titleKey, title, partKey }: Titled = { ...(data as Titled), ...(handle as Titled) };
    if (partKey !== undefined && isWhole) part = `${t(partKey as "brand")} · `;
    if (titleKey !== undefined) name = t(titleKey as "brand");
    if (typeof title === "string") name = title;
  }
  return name && part + name;
}
