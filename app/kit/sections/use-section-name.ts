import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { isSection } from "#app/domain/samplers/sections.ts";
import "./texts.ts";

/** A section in the reader's language; one that somebody named is called so, and none is empty. */
export function useSectionName(): (section: string | null) => string {
  const { t } = useTranslation();
  return useCallback(
    (section) => (section === null ? "" : isSection(section) ? t(`sections.${section}`) : section),
    [t],
  );
}
