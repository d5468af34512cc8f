import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("problems", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
