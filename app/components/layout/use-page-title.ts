import { useMatches, type Params } from "@remix-run/react";
import type { i18n } from "i18next";
import { useTranslation } from "react-i18next";

/** What a route's handle or its data may say of the title. `partKey`: of one of several pages about the same; `partOf` names it. */
type Titled = { titleKey?: string; title?: unknown; partKey?: string; partOf?: PartOf };
export type PartOf = (params: Params, i18n: i18n) => string | undefined;

/**
 * What the page on screen is called: by the key of a text, or by `title` in its data when it is a name. The innermost counts.
 * `isWhole`: with the part of it that is seen, as "Events · FFG 1".
 */
export function usePageTitle(isWhole = false): string | null {
  const { t, i18n } = useTranslation();
  let name: string | null = null;
  let part = "";
  for (const { handle, data, params } of useMatches()) {
    const it: Titled = { ...(data as Titled), ...(handle as Titled) };
    const { titleKey, title, partKey } = it;
    const own = it.partOf?.(params, i18n) ?? (partKey && t(partKey as "brand"));
    if (own && isWhole) part = `${own} · `;
    if (titleKey !== undefined) name = t(titleKey as "brand");
    if (typeof title === "string") name = title;
  }
  return name && part + name;
}
