import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("components/forms", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
