/** Which of the palette's views is open: the account menu opens it too, and nothing of it belongs to a page's first scripts. */
export type PaletteView = "palette" | "keys";

let view: PaletteView | null = null;
const listeners = new Set<() => void>();

export const paletteView = {
  get: (): PaletteView | null => view,
  set(next: PaletteView | null): void {
    view = next;
    listeners.forEach((listener) => listener());
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
