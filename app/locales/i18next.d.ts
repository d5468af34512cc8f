import type { common } from "./en/common.ts";
import type { glossary } from "./en/glossary.ts";
import "i18next";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: { common: typeof common; glossary: typeof glossary };
    returnNull: false;
  }
}
