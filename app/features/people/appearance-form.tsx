import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { THEMES, type Theme } from "#app/domain/preferences.ts";
import { ChoiceField } from "#app/kit/controls/choice-field.tsx";
import "./texts.ts";

/** The appearance of this device. A plain form: the page is fetched anew. */
export function AppearanceForm({ theme }: { theme: Theme }) {
  const { t } = useTranslation();
  return (
    <Card as="section" className="p-4 lg:p-5">
      <h2 className="text-md font-semibold">{t("accountPage.appearance")}</h2>
      <p className="text-sm text-ink-faint">{t("accountPage.appearanceHelp")}</p>
      <form method="post" action="/preferences" className="mt-4 space-y-4">
        <input type="hidden" name="redirect" value="/account" />
        <ChoiceField
          id="theme"
          name="theme"
          label={t("preferences.theme")}
          isLabelHidden
          defaultValue={theme}
          options={THEMES.map((value) => ({ value, label: t(`preferences.${value}`) }))}
        />
        <Button type="submit">{t("accountPage.apply")}</Button>
      </form>
    </Card>
  );
}
