import { useBlocker } from "@remix-run/react";
import { useCallback, useEffect, useId, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { isLeaving, type Guarded, type Place } from "./leaving.ts";
import "#app/kit/texts.ts";

/** The forms of the page by id. Remix blocks in one place at a time: the first form asks for all of them. */
const forms = new Map<string, Guarded>();
const listeners = new Set<() => void>();
const change = (): void => listeners.forEach((listener) => listener());
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const firstId = (): string | undefined => forms.keys().next().value;
const isAnyDirty = (): boolean => [...forms.values()].some(({ isDirty }) => isDirty());

/**
 * Asks before another page is opened, the tab is closed, or the part of the page is left that `params` of the address
 * choose, while the form has something filled in. `params`: one and the same array.
 */
export function LeaveGuard({ isDirty, params }: Guarded) {
  const id = useId();
  useEffect(() => {
    forms.set(id, { isDirty, params });
    change();
    return () => {
      forms.delete(id);
      change();
    };
  }, [id, isDirty, params]);
  const asking = useSyncExternalStore(subscribe, firstId, () => undefined);
  return asking === id ? <Asker /> : null;
}

function Asker() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }: { currentLocation: Place; nextLocation: Place }) =>
        isLeaving([...forms.values()], currentLocation, nextLocation),
      [],
    ),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isAnyDirty()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return (
    <Dialog
      open={blocker.state === "blocked"}
      onClose={() => blocker.reset?.()}
      role="alertdialog"
      title={t("kit.leaveTitle")}
      description={t("kit.leaveText")}
      actions={
        <>
          <Button autoFocus onClick={() => blocker.reset?.()}>
            {t("kit.keepEditing")}
          </Button>
          <Button tone="danger" onClick={() => blocker.proceed?.()}>
            {t("kit.discard")}
          </Button>
        </>
      }
    />
  );
}
