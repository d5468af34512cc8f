import {
  Description,
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
  DialogTitle,
} from "@headlessui/react";
import type { ReactNode } from "react";
import { useEscape, useFocusReturn } from "#app/components/use-focus-return.ts";
import { useHydrated } from "#app/components/use-hydrated.ts";

type DialogProps = {
  open: boolean;
  /** Called on Escape and on a click outside; a dialog that must be answered ignores it. */
  onClose: () => void;
  title: string;
  description?: string;
  children?: ReactNode;
  /** The choices, the one that decides last; null: they stand in what it shows. */
  actions: ReactNode;
  role?: "dialog" | "alertdialog";
};

/** For decisions only; what is looked at goes into a drawer. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
  actions,
  role = "dialog",
}: DialogProps) {
  useFocusReturn(open);
  const { ask, noteFocus } = useEscape(open, onClose);
  // A closed dialog is nothing on the server: what headless dialogs leave there would carry a style attribute.
  if (!useHydrated()) return null;
  return (
    <HeadlessDialog open={open} onClose={ask} role={role} className="relative z-50 outline-none">
      <DialogBackdrop className="fixed inset-0 bg-black/45 transition-opacity duration-150 ease-calm starting:opacity-0" />
      <div className="fixed inset-0 overflow-y-auto">
        <div className="flex min-h-full items-end justify-center p-4 sm:items-center">
          <DialogPanel
            onFocus={noteFocus}
            className="w-full max-w-md rounded-card bg-card p-6 shadow-float transition duration-150 ease-calm starting:translate-y-2 starting:opacity-0"
          >
            <DialogTitle className="text-md font-semibold tracking-tight wrap-anywhere">
              {title}
            </DialogTitle>
            {description && (
              <Description className="mt-2 text-sm text-ink-soft">{description}</Description>
            )}
            {children}
            {actions !== null && (
              <div className="mt-6 flex flex-col-reverse gap-2 max-sm:*:[[role=alert]]:order-last sm:flex-row sm:justify-end">
                {actions}
              </div>
            )}
          </DialogPanel>
        </div>
      </div>
    </HeadlessDialog>
  );
}
