import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("gauge", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
