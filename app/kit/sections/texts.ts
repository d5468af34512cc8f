import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("sections", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
