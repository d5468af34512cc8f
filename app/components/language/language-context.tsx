import { createContext } from "react";
import type { Locale } from "#app/domain/preferences.ts";

/** Changes the language of the page in the browser; null on the server, where a form does it. */
export const LanguageContext = createContext<((locale: Locale) => Promise<void>) | null>(null);
