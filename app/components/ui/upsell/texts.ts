import { registerTexts } from "#app/locales/area-texts.ts";

registerTexts("components/ui/upsell", {
  en: () => import("./texts.en.ts"),
  es: () => import("./texts.es.ts"),
});
