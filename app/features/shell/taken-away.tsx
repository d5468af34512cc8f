import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Toast } from "#app/components/ui/toast.tsx";
import { useReadAgain } from "#app/components/use-read-again.ts";
import { useOutdated } from "#app/live/index.ts";
import { frameOfNow } from "./frame-of-now.ts";
import type { ShellUser } from "./shell-user.ts";
import "./texts.ts";

/**
 * Reads the page and the frame around it again when what its reader may see was changed, and says so when a machine on it was
 * taken away, or what its reader may do was: an open form may have gone with it.
 */
export default function TakenAway({ user }: { user: ShellUser }) {
  const { t } = useTranslation();
  const readAgain = useReadAgain();
  const [told, setTold] = useState<"machine" | "role" | null>(null);
  useOutdated(({ isTaken }) => {
    frameOfNow.change();
    readAgain();
    if (isTaken) setTold("machine");
  });
  const { email, role } = user;
  const known = useRef({ email, role });
  useEffect(() => {
    const { email: before, role: had } = known.current;
    // Somebody else may have signed in meanwhile.
    if (before === email && had !== role) setTold("role");
    known.current = { email, role };
  }, [email, role]);
  if (told === null) return null;
  const text = told === "machine" ? t("taken") : t("roleChanged", { role: t(`roles.${role}`) });
  return <Toast tone="alarm" text={text} onClose={() => setTold(null)} />;
}
