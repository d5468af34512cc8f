import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** A service tier in the reader's language; one of another name as it is called, and null for none. */
export function useTierName(): (name: string | null) => string {
  const { t } = useTranslation();
  return useCallback(
    (name) => {
      if (name === null) return t("tiers.none");
      const n = /^Tier (\d+)$/i.exec(name)?.[1];
      if (n !== undefined) return t("tiers.numbered", { n });
      return /^custom(?: tier)?$/i.test(name) ? t("tiers.custom") : name;
    },
    [t],
  );
}
