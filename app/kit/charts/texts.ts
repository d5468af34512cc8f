import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("kit/charts", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
