import { useOutletContext } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { NotYet } from "#app/components/ui/not-yet.tsx";

/** Where a customer's pages stand; an admin's own customer is called the organization. */
export type CustomerArea = "customers" | "organization" | "admin";

/** A customer's page that has its place and its guard, and will be filled. The layouts hand down their area. */
export function CustomerNotYet() {
  const { t } = useTranslation();
  return <NotYet>{t(`notYet.${useOutletContext<CustomerArea>()}`)}</NotYet>;
}
