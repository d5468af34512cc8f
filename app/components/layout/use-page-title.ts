import { useMatches } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** What the page on screen is called: by `handle.titleKey`, or by `title` in its data when it is a name. The innermost counts. */
export function usePageTitle(): string | null {
  const { t } = useTranslation();
  let title: string | null = null;
  for (const { handle, data } of useMatches()) {
    const named = (data as { title?: unknown } | null | undefined)?.title;
    const key = (handle as { titleKey?: string } | undefined)?.titleKey;
    if (key !== undefined) title = t(key as "brand");
    if (typeof named === "string") title = named;
  }
  return title;
}
