import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog as HeadlessDialog,
  DialogBackdrop,
  DialogPanel,
} from "@headlessui/react";
import { useLocation, useNavigate } from "@remix-run/react";
import { Search } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "#app/components/cx.ts";
import { useDemoSwitching } from "#app/components/use-demo-switching.ts";
import { Button } from "#app/components/ui/button.tsx";
import { Dialog } from "#app/components/ui/dialog.tsx";
import { useLanguageChoice } from "#app/components/language/use-language-choice.tsx";
import { MAX_TYPED } from "#app/components/layout/early-acts.tsx";
import { useFocusReturn } from "#app/components/use-focus-return.ts";
import { askToReport } from "#app/components/report-asked.ts";
import { LANGUAGE_NAMES, LOCALES } from "#app/domain/preferences.ts";
import { searchChoices } from "#app/kit/combobox/search-choices.ts";
import { Failure } from "#app/kit/states/failure.tsx";
import { chooseTheme } from "./display-choice.tsx";
import { printPage } from "./print-page.ts";
import { paletteChoices, toAct, type Act } from "./palette-choices.ts";
import { paletteView, type PaletteView } from "./palette-view.ts";
import type { ShellUser } from "./shell-user.ts";
import "./texts.ts";

type Props = {
  /** null: closed. */
  view: PaletteView | null;
  /** What is drawn while it closes. */
  shown: PaletteView;
  user: ShellUser;
  onClose: () => void;
  onKeys: () => void;
  onLogOut: () => void;
};

/** Machines, pages and acts by name; and the list of keys. */
export default function Palette({ view, shown, user, onClose, onKeys, onLogOut }: Props) {
  return shown === "keys" ? (
    <KeyList open={view === "keys"} onClose={onClose} />
  ) : (
    <Finder
      open={view === "palette"}
      user={user}
      onClose={onClose}
      onKeys={onKeys}
      onLogOut={onLogOut}
    />
  );
}

type FinderProps = Omit<Props, "view" | "shown"> & { open: boolean };

function Finder({ open, user, onClose, onKeys, onLogOut }: FinderProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [query, setQuery] = useState("");
  const { machines, hasFailed, isReading, read } = useMachines(open);
  const language = useLanguageChoice();
  const other = LOCALES.find((locale) => locale !== i18n.language) ?? LOCALES[0];
  const all = useMemo(
    () => paletteChoices({ user, machines, pathname, t, otherLanguage: LANGUAGE_NAMES[other] }),
    [user, machines, pathname, t, other],
  );
  const found = useMemo(() => searchChoices(all, query), [all, query]);
  // What is not read yet, or could not be, may be called so.
  const isUnknown = isReading && (machines.length === 0 || found.choices.length === 0);
  useFocusReturn(open);
  const acts: Record<Act, () => void> = {
    report: askToReport,
    light: () => chooseTheme("light"),
    dark: () => chooseTheme("dark"),
    system: () => chooseTheme("system"),
    language: () => language.choose(other),
    // Once the palette is off the page, or it is on the paper.
    print: () => void setTimeout(() => void printPage(), 300),
    keys: onKeys,
    logOut: onLogOut,
  };
  const close = () => {
    setQuery("");
    onClose();
  };
  const run = (value: string | null) => {
    if (value === null) return;
    close();
    const act = toAct(value);
    if (act === null) navigate(value);
    else acts[act]();
  };
  return (
    <>
      <HeadlessDialog
        open={open}
        onClose={close}
        aria-label={t("palette.title")}
        className="relative z-50 outline-none"
      >
        <DialogBackdrop className="fixed inset-0 bg-black/45" />
        {/* A press beside it closes the palette; the list alone would take the first one. */}
        <div
          role="presentation"
          className="fixed inset-0 overflow-y-auto p-4 sm:pt-[12vh]"
          onClick={(event) => event.target === event.currentTarget && close()}
        >
          <DialogPanel className="mx-auto max-w-xl overflow-hidden rounded-card bg-card shadow-float">
            <Combobox immediate onChange={run}>
              <div className="flex items-center gap-2 border-b border-line px-4">
                <Search className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
                <ComboboxInput
                  autoFocus
                  aria-label={t("palette.title")}
                  placeholder={t("palette.placeholder")}
                  autoComplete="off"
                  value={query}
                  maxLength={MAX_TYPED}
                  // What was typed until now; the next key is the field's own.
                  onFocus={() => setQuery(paletteView.takeTyped() || query)}
                  onChange={(event) => setQuery(event.currentTarget.value)}
                  onKeyDown={(event) => {
                    if (event.key !== "Escape") return;
                    event.preventDefault();
                    close();
                  }}
                  className="h-12 w-full bg-transparent text-md text-ink outline-none placeholder:text-ink-faint"
                />
              </div>
              <ComboboxOptions
                static
                modal={false}
                className="max-h-[min(26rem,60dvh)] overflow-y-auto p-1.5 text-sm"
              >
                {found.choices.map(({ value, label, note }) => (
                  <ComboboxOption
                    key={value}
                    value={value}
                    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-2.5 data-focus:bg-hover lg:min-h-9"
                  >
                    <span className="min-w-0 flex-1 truncate">{label}</span>
                    <span className="max-w-[45%] truncate text-xs text-ink-faint">{note}</span>
                  </ComboboxOption>
                ))}
              </ComboboxOptions>
              {!hasFailed && (isUnknown || found.choices.length === 0) && (
                <p
                  role="status"
                  className={cx(
                    "px-4 text-sm text-ink-soft",
                    found.choices.length > 0 ? "border-t border-line py-3" : "pb-5",
                  )}
                >
                  {isUnknown ? t("palette.reading") : t("palette.nothing", { query })}
                </p>
              )}
              {found.left > 0 && (
                <p className="border-t border-line px-4 py-2 text-xs text-ink-faint">
                  {t("palette.more", { count: found.left })}
                </p>
              )}
              {hasFailed && (
                <div className="border-t border-line px-4 py-2">
                  <Failure inline onRetry={read} busy={isReading}>
                    {t("palette.unread")}
                  </Failure>
                </div>
              )}
            </Combobox>
          </DialogPanel>
        </div>
      </HeadlessDialog>
      {language.notice}
    </>
  );
}

type Machine = { id: number; name: string; opensEvents: boolean };

const UNREAD = { machines: [] as Machine[], hasFailed: false, isReading: true };

/** Read anew whenever it is opened; what was read last stays meanwhile, unless its names are to be masked. */
function useMachines(open: boolean) {
  const [{ machines, hasFailed, isReading }, setRead] = useState(UNREAD);
  const [round, setRound] = useState(0);
  const isSwitching = useDemoSwitching();
  useEffect(() => {
    if (isSwitching) return setRead(UNREAD);
    if (!open) return;
    let current = true;
    setRead((last) => ({ ...last, isReading: true }));
    void readMachines().then((found) => {
      if (!current) return;
      setRead((last) => ({
        machines: found ?? last.machines,
        ...{ hasFailed: found === null, isReading: false },
      }));
    });
    return () => {
      current = false;
    };
  }, [open, round, isSwitching]);
  return { machines, hasFailed, isReading, read: () => setRound((count) => count + 1) };
}

/** null when Helios was not reached or refused. */
async function readMachines(): Promise<Machine[] | null> {
  try {
    const answer = await fetch("/dashboard/machines", { headers: { accept: "application/json" } });
    return answer.ok ? ((await answer.json()) as { machines: Machine[] }).machines : null;
  } catch {
    return null;
  }
}

function KeyList({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const keys: [string, string][] = [
    [t("withKey", { key: "K" }), t("palette.title")],
    ["/", t("palette.key_search")],
    ["Esc", t("palette.key_leave")],
    ["j", t("palette.key_next")],
    ["k", t("palette.key_previous")],
    ["← →", t("palette.key_read")],
    ["+ − 0", t("palette.key_zoom")],
    ["?", t("palette.keys")],
  ];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("palette.keys")}
      actions={<Button onClick={onClose}>{t("drawer.close")}</Button>}
    >
      <dl className="mt-4 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5 text-sm">
        {keys.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-block min-w-8 rounded-control border border-line-strong bg-sunken px-2 py-0.5 text-center font-sans text-xs font-medium">
                {key}
              </kbd>
            </dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
