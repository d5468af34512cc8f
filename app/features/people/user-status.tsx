import { useTranslation } from "react-i18next";
import { Chip } from "#app/kit/chip.tsx";
import { accessStateOf, type ManagedPerson } from "./managed-person.ts";
import "./texts.ts";

const TONES = { active: "good", disabled: "quiet", invited: "warn", locked: "alarm" } as const;

/** Whether somebody can sign in, by a word and a colour. */
export function UserStatus({ person }: { person: ManagedPerson }) {
  const { t } = useTranslation();
  const state = accessStateOf(person);
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Chip tone={TONES[state]}>{t(`userAdmin.states.${state}`)}</Chip>
      {person.resetPassword && <Chip tone="warn">{t("userAdmin.resetPending")}</Chip>}
    </span>
  );
}
