import { useRevalidator } from "@remix-run/react";
import { CircleAlert } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Checkbox } from "#app/components/forms/checkbox.tsx";
import { useHold } from "#app/components/hold-pages.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { LeaveGuard } from "#app/kit/forms/leave-guard.tsx";
import { useAskedClose } from "#app/kit/forms/use-asked-close.tsx";
import type { FacilityChoice } from "./fleet-types.ts";
import "./later/texts.ts";

/** Which facilities the dashboard shows. Nothing changes before it is saved; opened again, it starts from what is saved. */
export default function FacilityDialog({
  facilities,
  unplaced,
  open,
  onClose,
}: {
  facilities: readonly FacilityChoice[];
  unplaced: number;
  open: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { revalidate } = useRevalidator();
  const hold = useHold();
  const [busy, setBusy] = useState(false);
  const saved = facilities.filter(({ active }) => active).map(({ id }) => id);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(saved));
  const [wasOpen, setWasOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  if (open !== wasOpen) {
    setWasOpen(open);
    setFailed(false);
    if (open) setChosen(new Set(saved));
  }
  const isChanged = useRef(false);
  useEffect(() => {
    isChanged.current = chosen.size !== saved.length || saved.some((id) => !chosen.has(id));
  });
  const isDirty = useCallback(() => isChanged.current, []);
  const { tryToClose, question, keep } = useAskedClose(isDirty, onClose);
  const choose = (id: number, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const save = async () => {
    setFailed(false);
    setBusy(true);
    const stored = await storeChoice([...chosen]);
    setBusy(false);
    setFailed(!stored);
    if (!stored) return;
    revalidate();
    keep();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={tryToClose}
      title={t("facilityDialog.title")}
      description={t("facilityDialog.text")}
      actions={
        question ?? (
          <>
            <Button onClick={onClose}>{t("form.cancel")}</Button>
            <Button tone="primary" onClick={() => void save()} disabled={busy}>
              {busy ? t("form.saving") : t("facilityDialog.save")}
            </Button>
          </>
        )
      }
    >
      <LeaveGuard isDirty={isDirty} />
      <div className="mt-4 flex gap-2">
        <Button size="small" onClick={() => setChosen(new Set(facilities.map(({ id }) => id)))}>
          {t("facilityDialog.all")}
        </Button>
        <Button size="small" onClick={() => setChosen(new Set())}>
          {t("facilityDialog.none")}
        </Button>
      </div>
      <ul className="-mx-2 mt-3 max-h-[50vh] overflow-y-auto">
        {facilities.map(({ id, name, city, state }) => (
          <li key={id}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2 hover:bg-hover">
              <Checkbox
                checked={chosen.has(id)}
                onChange={(event) => choose(id, event.target.checked)}
              />
              <span className="min-w-0 flex-1 truncate text-sm font-medium">{name}</span>
              <span className="truncate text-xs text-ink-faint">{`${city}, ${state}`}</span>
            </label>
          </li>
        ))}
      </ul>
      {unplaced > 0 && (
        <p className="mt-3 text-sm text-ink-soft">
          {t("facilityDialog.unplaced", { count: unplaced })}
        </p>
      )}
      {failed && (
        <p role="alert" className="mt-3 flex gap-1.5 text-sm text-alarm">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {t("facilityDialog.failed")}
        </p>
      )}
      {hold !== null && (
        <div className="mt-3">
          <hold.Notice asksOnly={false} />
        </div>
      )}
    </Dialog>
  );
}

/** False when it was refused, Helios was not reached, or the session has ended: then it is led to the sign-in. */
async function storeChoice(shown: number[]): Promise<boolean> {
  const body = new FormData();
  body.set("shown", JSON.stringify(shown));
  try {
    const { ok, redirected } = await fetch("/dashboard/facilities", { method: "POST", body });
    return ok && !redirected;
  } catch {
    return false;
  }
}
