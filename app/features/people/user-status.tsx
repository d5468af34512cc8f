import { useTranslation } from "react-i18next";
import { Chip } from "#app/kit/chip.tsx";
import type { ManagedPerson } from "./managed-person.ts";
import "./texts.ts";

const TONES = { active: "good", disabled: "quiet", invited: "warn" } as const;

/** The status of an account, and beside it what keeps somebody from signing in. */
export function UserStatus({ person }: { person: ManagedPerson }) {
  const { t } = useTranslation();
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      <Chip tone={TONES[person.status]}>{t(`userAdmin.states.${person.status}`)}</Chip>
      {person.lockedAt !== null && <Chip tone="alarm">{t("userAdmin.states.locked")}</Chip>}
      {person.resetPassword && <Chip tone="warn">{t("userAdmin.resetPending")}</Chip>}
    </span>
  );
}
