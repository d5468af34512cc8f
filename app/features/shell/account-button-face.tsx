import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ShellUser } from "./shell-user.ts";

export const ACCOUNT_BUTTON =
  "flex h-11 items-center lg:h-9 gap-2 rounded-control pr-1.5 pl-1 text-sm text-ink-soft transition-colors duration-150 hover:bg-hover hover:text-ink";

/** Initials, and at a desk the whole name: the button itself, and what stands in its place until its menu is loaded. */
export function AccountButtonFace({ user }: { user: ShellUser }) {
  const { t } = useTranslation();
  return (
    <>
      <span
        aria-hidden="true"
        className="grid size-7 place-items-center rounded-full border border-line-strong bg-sunken text-xs font-semibold text-ink"
      >
        {initials(user)}
      </span>
      <span className="sr-only font-medium lg:not-sr-only lg:max-w-40 lg:truncate">{`${user.firstName} ${user.lastName}`}</span>
      <span className="sr-only">{t("nav.accountMenu")}</span>
      <ChevronDown className="size-4" aria-hidden="true" />
    </>
  );
}

const initials = ({ firstName, lastName }: ShellUser): string =>
  `${firstName.slice(0, 1)}${lastName.slice(0, 1)}`.toUpperCase();
