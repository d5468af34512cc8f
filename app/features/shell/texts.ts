import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("shell", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
