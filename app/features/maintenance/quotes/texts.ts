import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("quotes", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
