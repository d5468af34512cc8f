import { Dialog, DialogBackdrop, DialogPanel, DialogTitle, Portal } from "@headlessui/react";
import { X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useEscape, useFocusKept, useFocusReturn } from "#app/components/use-focus-return.ts";
import { useHydrated } from "#app/components/use-hydrated.ts";

type DrawerProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Below the title. */
  lead?: ReactNode;
  children: ReactNode;
  /** Stays in sight below what scrolls. */
  footer?: ReactNode;
  /** A toast about what the drawer does: over the page, yet of the drawer, so that a click on it is no click beside it. */
  toast?: ReactNode;
};

/** From the right, 550 wide, over the page: for looking closely and for quick entry. */
export function Drawer({ open, onClose, title, lead, children, footer, toast }: DrawerProps) {
  const { t } = useTranslation();
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  useFocusReturn(open);
  const { ask, noteFocus } = useEscape(open, onClose);
  useFocusKept(open ? panel : null);
  if (!useHydrated()) return null;
  return (
    <Dialog open={open} onClose={ask} className="relative z-50 outline-none">
      <DialogBackdrop className="fixed inset-0 bg-black/45 transition-opacity duration-150 ease-calm starting:opacity-0" />
      <DialogPanel
        ref={setPanel}
        tabIndex={-1}
        onFocus={noteFocus}
        className="fixed inset-y-0 right-0 flex w-[550px] max-w-full flex-col bg-card outline-none shadow-float transition duration-180 ease-calm starting:translate-x-6 starting:opacity-0"
      >
        <div className="flex items-start justify-between gap-4 border-b border-line px-5 py-3">
          <div className="min-w-0 pt-1.5">
            <DialogTitle className="text-md font-semibold tracking-tight wrap-anywhere">
              {title}
            </DialogTitle>
            {lead && <div className="mt-0.5 text-sm text-ink-soft">{lead}</div>}
          </div>
          <button
            type="button"
            onClick={onClose}
            aria-label={t("drawer.close")}
            className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-hover lg:size-9"
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
        {footer && (
          <div className="flex justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
        )}
      </DialogPanel>
      {toast && <Portal>{toast}</Portal>}
    </Dialog>
  );
}
