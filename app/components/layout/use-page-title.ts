import { useMatches } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** What a route's handle or its data may say of the title. */
type Titled = { titleKey?: string; title?: unknown };

/** What the page on screen is called: by the key of a text, or by `title` in its data when it is a name. The innermost counts. */
export function usePageTitle(): string | null {
  const { t } = useTranslation();
  let name: string | null = null;
  for (const { handle, data } of useMatches()) {
    const { titleKey, title }: Titled = { ...(data as Titled), ...(handle as Titled) };
    if (titleKey !== undefined) name = t(titleKey as "brand");
    if (typeof title === "string") name = title;
  }
  return name;
}
