import { CircleHelp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWhenOpened } from "#app/components/load-later.tsx";
import { IconButton } from "#app/kit/controls/icon-button.tsx";

const KeyDrawer = loadWhenOpened(() => import("./key-drawer.tsx"), "machine.key");

/** Opens what states, strip and figures mean. `ofMachine`: on the page of one machine. */
export default function KeyButton({ ofMachine = false }: { ofMachine?: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t("machine.key")} opens="dialog" onClick={() => setOpen(true)}>
        <CircleHelp className="size-4.5" aria-hidden="true" />
      </IconButton>
      <KeyDrawer ofMachine={ofMachine} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
