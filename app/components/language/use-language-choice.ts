import { useFetcher } from "@remix-run/react";
import { useContext } from "react";
import type { Locale } from "#app/domain/preferences.ts";
import { LanguageContext } from "./language-context.tsx";

/**
 * Changes the language at once, where the page stands, and tells the server, which keeps it with the account of
 * whoever is signed in and answers names and data of the page in it.
 */
export function useLanguageChoice(): (locale: Locale) => void {
  const change = useContext(LanguageContext);
  const fetcher = useFetcher();
  return (locale) => {
    void change?.(locale).then(() =>
      fetcher.submit({ language: locale }, { method: "post", action: "/preferences" }),
    );
  };
}
