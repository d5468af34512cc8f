import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("samplersMany", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
