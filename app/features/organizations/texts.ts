import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("organizations", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
