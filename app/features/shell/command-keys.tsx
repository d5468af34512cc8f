import { useEffect, useState, useSyncExternalStore } from "react";
import { loadWhenOpened } from "#app/components/load-later.tsx";
import PendingBar from "./pending-bar.tsx";
import { paletteView, type PaletteView } from "./palette-view.ts";
import type { ShellUser } from "./shell-user.ts";
import { toShortcut } from "./shortcut.ts";
import { useFocusOnNewPage } from "./use-focus-on-new-page.ts";
import "./texts.ts";

const Palette = loadWhenOpened(
  () => import("./palette.tsx"),
  "palette.title",
  ({ view, onClose }) => ({ open: view !== null, onClose }),
);

type Props = { user: ShellUser; onLogOut: () => void };

/**
 * The keys that work on every signed-in page, where the focus is on a new one, and the bar of a page on its way; what keys
 * open is fetched by the first press.
 */
export default function CommandKeys({ user, onLogOut }: Props) {
  const view = useSyncExternalStore(paletteView.subscribe, paletteView.get, () => null);
  const { isCounted } = user;
  useFocusOnNewPage();
  useEffect(() => {
    if (isCounted) void import("./usage-agent.ts").then((agent) => agent.startUsageAgent());
  }, [isCounted]);
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (defaultPrevented) return;
      const isTyped = target instanceof HTMLElement && target.matches(FIELDS);
      const isPlain = !ctrlKey && !metaKey && !altKey && !isTyped;
      if (isPlain && paletteView.keep(key)) return event.preventDefault();
      const search = target instanceof HTMLInputElement && target.type === "search" ? target : null;
      const shortcut = toShortcut({
        ...{ key, ctrlKey, metaKey, altKey },
        isTyped,
        isSearched: search !== null,
        isCovered: [...document.querySelectorAll(COVERS)].some(
          (cover) => cover.getClientRects().length > 0,
        ),
      });
      if (shortcut === null) return;
      event.preventDefault();
      if (shortcut === "palette" || shortcut === "keys") paletteView.set(shortcut);
      else if (shortcut === "print")
        void import("./print-page.ts").then(({ printPage }) => printPage(), printAsItIs);
      else
        void import("./list-keys.ts").then(({ actOnList, leaveSearch }) => {
          if (shortcut !== "leave") actOnList(shortcut);
          else if (search !== null) leaveSearch(search);
        });
    };
    window.addEventListener("keydown", hear);
    const early = window.earlyKeys;
    early?.end();
    delete window.earlyKeys;
    if (early?.hasAsked) {
      paletteView.set("palette");
      [...early.typed].forEach(paletteView.keep);
    }
    return () => window.removeEventListener("keydown", hear);
  }, []);
  return (
    <>
      <PendingBar />
      <PaletteOfView view={view} user={user} onLogOut={onLogOut} />
    </>
  );
}

/** Without the script that waits for what is on its way. */
const printAsItIs = () => window.print();

/**
 * What is closing stays drawn. A component of its own: React 18 does not hear of a store's next change in a component that
 * sets its own state while it is rendered for the one before.
 */
function PaletteOfView({ view, user, onLogOut }: Props & { view: PaletteView | null }) {
  const [shown, setShown] = useState(view);
  if (view !== null && view !== shown) setShown(view);
  if (shown === null) return null;
  return (
    <Palette
      view={view}
      shown={shown}
      user={user}
      onClose={() => paletteView.set(null)}
      onKeys={() => paletteView.set("keys")}
      onLogOut={onLogOut}
    />
  );
}
/** Closed popovers stay in the page, unseen. */
const COVERS = "[role=dialog],[role=alertdialog],[role=menu]";
const FIELDS = "input,select,textarea,[contenteditable=true]";
