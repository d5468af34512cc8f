import { useTranslation } from "react-i18next";
import { FieldErrors } from "#app/components/forms/field-errors.tsx";
import type { FacilityGroup } from "./display.ts";
import "./texts.ts";

type Props = {
  id: string;
  groups: readonly FacilityGroup[];
  chosen: readonly string[];
  errors: readonly string[];
};

/** Which facilities a screen shows, by customer when there are several. */
export function FacilityChecks({ id, groups, chosen, errors }: Props) {
  const { t } = useTranslation();
  const invalid = errors.length > 0;
  return (
    <fieldset
      aria-describedby={invalid ? `${id}-errors ${id}-help` : `${id}-help`}
      aria-invalid={invalid || undefined}
    >
      <legend className="text-sm font-medium">{t("displays.facilities")}</legend>
      {groups.map(({ customerId, customerName, facilities }) => (
        <div key={customerId} className="mt-1">
          {groups.length > 1 && <p className="eyebrow mt-2">{customerName}</p>}
          <div className="grid gap-x-6 sm:grid-cols-2">
            {facilities.map((facility) => (
              <label
                key={facility.id}
                className="flex min-h-11 items-center gap-2.5 text-sm lg:min-h-8"
              >
                <input
                  type="checkbox"
                  name="facility_ids"
                  value={facility.id}
                  defaultChecked={chosen.includes(String(facility.id))}
                  className="size-4 shrink-0 accent-(--ring)"
                />
                <span className="min-w-0">
                  {facility.name}{" "}
                  <span className="text-ink-faint">{`${facility.city}, ${facility.state}`}</span>
                </span>
              </label>
            ))}
          </div>
        </div>
      ))}
      <FieldErrors id={id} errors={errors} />
      <p id={`${id}-help`} className="mt-1 text-sm text-ink-faint">
        {t("displays.facilitiesHelp")}
      </p>
    </fieldset>
  );
}
