import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("mail", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
