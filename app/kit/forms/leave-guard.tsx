import { useBlocker, type BlockerFunction } from "@remix-run/react";
import { useCallback, useEffect, useId, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Button, ButtonAnchor } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { arePagesHeld, isStepHeld, tellHeld } from "#app/components/hold-pages.ts";
import { isLeaving, type Guarded } from "./leaving.ts";
import "#app/kit/texts.ts";

/**
 * The forms of the page by id. Remix blocks in one place at a time: one form asks for all of them, the newest, whose
 * question then stands over the dialog or drawer that it is in.
 */
const forms = new Map<string, Guarded>();
const listeners = new Set<() => void>();
const change = (): void => listeners.forEach((listener) => listener());
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const newestId = (): string | undefined => [...forms.keys()].at(-1);
const isAnyDirty = (): boolean => [...forms.values()].some(({ isDirty }) => isDirty());
/** Of what stands over everything else. */
export const isNewestDirty = (): boolean => [...forms.values()].at(-1)?.isDirty() ?? false;

/**
 * Asks before another page is opened, the tab is closed, or the part of the page is left that `params` of the address
 * choose, while the form has something filled in. `params`: one and the same array.
 */
export function LeaveGuard({ isDirty, params, isOver }: Guarded) {
  const id = useId();
  useEffect(() => {
    forms.set(id, { isDirty, params, isOver });
    change();
    return () => {
      forms.delete(id);
      change();
    };
  }, [id, isDirty, params, isOver]);
  const asking = useSyncExternalStore(subscribe, newestId, () => undefined);
  return asking === id ? <Asker /> : null;
}

/** Once the session has ended: signed in in another tab, this one goes on with what is filled in. */
const SIGN_IN = "/login";

function Asker() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      (step) =>
        isStepHeld(step) ||
        isLeaving(
          [...forms.values()],
          step.currentLocation,
          step.nextLocation,
          step.historyAction === "POP",
        ),
      [],
    ),
  );
  const isHeld = blocker.state === "blocked" && arePagesHeld();
  const isToSignIn = blocker.location?.pathname === SIGN_IN;
  useEffect(() => {
    if (!isHeld || blocker.state !== "blocked") return;
    tellHeld(blocker.location);
    blocker.reset();
  }, [isHeld, blocker]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isAnyDirty()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return (
    <Dialog
      open={blocker.state === "blocked" && !isHeld}
      onClose={() => blocker.reset?.()}
      role="alertdialog"
      title={t("kit.leaveTitle")}
      description={t(isToSignIn ? "kit.leaveToSignInText" : "kit.leaveText")}
      actions={
        <>
          <Button autoFocus onClick={() => blocker.reset?.()}>
            {t("kit.keepEditing")}
          </Button>
          {isToSignIn && (
            <ButtonAnchor href={SIGN_IN} target="_blank" onClick={() => blocker.reset?.()}>
              {t("kit.signInAgain")}
            </ButtonAnchor>
          )}
          <Button tone="danger" onClick={() => blocker.proceed?.()}>
            {t("kit.discard")}
          </Button>
        </>
      }
    />
  );
}
