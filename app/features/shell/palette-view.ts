import { MAX_TYPED } from "#app/components/layout/early-acts.tsx";

/** Which of the palette's views is open: the account menu opens it too, and nothing of it belongs to a page's first scripts. */
export type PaletteView = "palette" | "keys";

let view: PaletteView | null = null;
/** Typed after the palette was asked for and before its field had the focus; null from then on. */
let typed: string | null = null;
const listeners = new Set<() => void>();

export const paletteView = {
  get: (): PaletteView | null => view,
  set(next: PaletteView | null): void {
    if (view === null && next !== null) typed = "";
    view = next;
    listeners.forEach((listener) => listener());
  },
  /** Keeps a key that is meant for the field that is still to come. Whether it was one. */
  keep(key: string): boolean {
    if (view !== "palette" || typed === null) return false;
    if (key === "Escape") {
      typed = null;
      paletteView.set(null);
    } else if (key === "Backspace") typed = typed.slice(0, -1);
    else if (key.length === 1) typed = (typed + key).slice(0, MAX_TYPED);
    // What has the focus below is not meant by it.
    else return key === "Enter";
    return true;
  },
  takeTyped(): string {
    const taken = typed ?? "";
    typed = null;
    return taken;
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
