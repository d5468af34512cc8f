import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("reports", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
