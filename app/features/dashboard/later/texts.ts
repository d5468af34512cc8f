import { registerTexts } from "#app/locales/area-texts.ts";

/** Of what comes later or seldom: dialogs, a large fleet, a past that is still arriving. */
registerTexts("dashboardLater", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
