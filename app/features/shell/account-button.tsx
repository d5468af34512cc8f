import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadLater, OnItsWay } from "#app/components/load-later.tsx";
import { ACCOUNT_BUTTON, AccountButtonFace } from "./account-button-face.tsx";
import type { ShellUser } from "./shell-user.ts";

const loadMenu = () => import("./account-menu.tsx");
const AccountMenu = loadLater(loadMenu);

/** Opens the account menu, which is fetched when a pointer or the focus comes near. */
export function AccountButton({ user, onLogOut }: { user: ShellUser; onLogOut: () => void }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(false);
  // What fails is asked for again when it is pressed.
  const warm = () => void loadMenu().catch(() => undefined);
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      className={ACCOUNT_BUTTON}
      onPointerEnter={warm}
      onFocus={warm}
      onClick={() => setWanted(true)}
    >
      <AccountButtonFace user={user} />
    </button>
  );
  if (!wanted) return button;
  const close = () => setWanted(false);
  const meanwhile = (hasFailed: boolean) => (
    <>
      {button}
      <OnItsWay name={t("nav.accountMenu")} hasFailed={hasFailed} onClose={close} />
    </>
  );
  return <AccountMenu meanwhile={meanwhile} user={user} onLogOut={onLogOut} />;
}
