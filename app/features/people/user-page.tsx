import { useTranslation } from "react-i18next";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/layout/page.tsx";
import type { Role } from "#app/domain/access/types.ts";
import type { FormAnswer } from "#app/kit/forms/form-answer.ts";
import { AccessCard } from "./access-card.tsx";
import type { ManagedPerson } from "./managed-person.ts";
import type { PersonDone } from "./person-access.page.server.ts";
import { UserForm, type FacilityChoice } from "./user-form.tsx";
import "./texts.ts";

type Props = {
  person: ManagedPerson;
  isOwn: boolean;
  roles: readonly Role[];
  facilities: readonly FacilityChoice[];
  listPath: string;
  /** Of the reader; null: that of their device. */
  ownZone: string | null;
  answer: FormAnswer<PersonDone> | undefined;
};

/** An account as whoever manages it sees it: its fields, and what can be done to its access. */
export function UserPage({ isOwn, ownZone, ...props }: Props) {
  const { t } = useTranslation();
  if (isOwn)
    return (
      <Card as="section" className="max-w-4xl p-4 lg:p-5">
        <h2 className="text-md font-semibold">{t("userAdmin.ownTitle")}</h2>
        <p className="mt-1 mb-4 text-sm text-ink-soft">{t("userAdmin.ownText")}</p>
        <ButtonLink to="/account">{t("userAdmin.ownLink")}</ButtonLink>
      </Card>
    );
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)]">
      <UserForm {...props} customers={null} />
      <AccessCard person={props.person} listPath={props.listPath} ownZone={ownZone} />
    </div>
  );
}
