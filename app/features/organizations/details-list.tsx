import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { placeOfZone } from "#app/domain/formats/time-zones.ts";
import { Card } from "#app/components/layout/page.tsx";
import { STATES } from "#app/domain/places.ts";
import type { CustomerJson } from "./customer.ts";
import type { FacilityJson } from "./facility.ts";
import "./texts.ts";

type Line = readonly [label: string, value: ReactNode];

/** The same fields for those who may read them and change nothing. */
function DetailsList({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation();
  return (
    <Card as="section" className="max-w-4xl p-4 lg:p-5">
      <dl className="grid gap-x-6 gap-y-3 text-sm md:grid-cols-2">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt className="text-ink-faint">{label}</dt>
            <dd className="wrap-anywhere">{value ?? t("organizations.none")}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-ink-faint">{t("organizations.readOnly")}</p>
    </Card>
  );
}

function usePlaceLines({
  city,
  state,
  country,
}: Pick<CustomerJson, "city" | "state" | "country">): Line[] {
  const { t } = useTranslation();
  return [
    [t("organizations.city"), city],
    [t("organizations.state"), stateName(country, state)],
    [t("organizations.country"), country === null ? null : t(`organizations.countries.${country}`)],
  ];
}

const useContactLines = (
  thing: Pick<CustomerJson, "contact_name" | "contact_email" | "contact_phone">,
): Line[] => {
  const { t } = useTranslation();
  return [
    [t("organizations.contactName"), thing.contact_name],
    [t("organizations.contactEmail"), thing.contact_email],
    [t("organizations.contactPhone"), thing.contact_phone],
  ];
};

export function FacilityReading({ facility }: { facility: FacilityJson }) {
  const { t } = useTranslation();
  const { locale } = useFormats();
  const lines: Line[] = [
    [t("organizations.name"), facility.name],
    ...usePlaceLines(facility),
    [t("organizations.timezone"), placeOfZone(locale, facility.timezone)],
    ...useContactLines(facility),
    [
      t("organizations.sapProtocol"),
      facility.sap_protocol === "none" ? null : facility.sap_protocol,
    ],
  ];
  return <DetailsList lines={lines} />;
}

/** The state's name; the code where the country does not know it. */
export const stateName = (country: CustomerJson["country"], code: string | null): string | null =>
  country === null ? code : (STATES[country].find((state) => state.code === code)?.name ?? code);
