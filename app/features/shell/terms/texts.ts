import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("terms", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
