import { registerTexts } from "#app/locales/area-texts.ts";

/** Of the page that pairs screens: no wall says any of it. */
registerTexts("displayPairing", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
