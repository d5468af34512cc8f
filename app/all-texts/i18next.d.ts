import type { common, glossary } from "./en.ts";
import "i18next";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: { common: typeof common; glossary: typeof glossary };
    returnNull: false;
  }
}
