import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWhenOpened } from "#app/components/load-later.tsx";
import { Button, ButtonLink } from "#app/components/ui/button.tsx";
import type { AddChoices } from "./new-machine.ts";
import "#app/features/machines/texts.ts";

const AddMachineDrawer = loadWhenOpened(() => import("./add-machine-drawer.tsx"), "machines.add");

/** Adds a machine by hand, and leads to its configuration. A gateway with an enrollment key does the same by itself. */
export function AddMachine({
  choices,
  showsKeys = true,
  back,
}: {
  choices: AddChoices;
  /** Whether the way to the enrollment keys stands beside it. */
  showsKeys?: boolean;
  /** Where its configuration leads once it is saved; left out: it stays. */
  back?: string;
}) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {showsKeys && <ButtonLink to="/enrollment_keys">{t("crumbs.enrollment_keys")}</ButtonLink>}
      <Button
        tone={showsKeys ? "primary" : "quiet"}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Plus className="size-4" aria-hidden="true" />
        {t("machines.add")}
      </Button>
      <AddMachineDrawer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        choices={choices}
        back={back}
      />
    </>
  );
}
