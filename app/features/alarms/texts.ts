import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("alarms", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
