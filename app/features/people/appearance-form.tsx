import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/layout/page.tsx";
import { THEMES, type Theme } from "#app/domain/preferences.ts";
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
        <Choices
          name="theme"
          legend={t("preferences.theme")}
          chosen={theme}
          options={THEMES.map((value) => ({ value, label: t(`preferences.${value}`) }))}
        />
        <Button type="submit">{t("accountPage.apply")}</Button>
      </form>
    </Card>
  );
}

function Choices({
  name,
  legend,
  chosen,
  options,
}: {
  name: string;
  legend: string;
  chosen: string;
  options: { value: string; label: string; lang?: string }[];
}) {
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {options.map(({ value, label, lang }) => (
          <label key={value} lang={lang} className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              className="size-4 accent-(--ring)"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
