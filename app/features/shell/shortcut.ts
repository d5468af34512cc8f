/** What a key means outside of fields; `palette` and `print` also in them, `leave` in a search only. */
export type Shortcut = "palette" | "keys" | "print" | "/" | "j" | "k" | "leave";

type Pressed = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Whether it is typed into a field. */
  isTyped: boolean;
  /** Whether that field is a search. */
  isSearched: boolean;
  /** Whether a dialog or a menu is open, which has keys of its own. */
  isCovered: boolean;
};

const WITH_CONTROL: Record<string, Shortcut | undefined> = { k: "palette", p: "print" };

/** null: the key is the browser's, the field's or the dialog's. */
export function toShortcut(pressed: Pressed): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey, isTyped, isSearched, isCovered } = pressed;
  if (altKey || isCovered) return null;
  if (ctrlKey || metaKey) return WITH_CONTROL[key.toLowerCase()] ?? null;
  if (isSearched && key === "Escape") return "leave";
  if (isTyped) return null;
  if (key === "?") return "keys";
  return key === "/" || key === "j" || key === "k" ? key : null;
}
