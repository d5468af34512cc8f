/** What a key means outside of fields; `palette` also in them. */
export type Shortcut = "palette" | "keys" | "/" | "j" | "k";

type Pressed = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Whether it is typed into a field. */
  isTyped: boolean;
  /** Whether a dialog or a menu is open, which has keys of its own. */
  isCovered: boolean;
};

/** null: the key is the browser's, the field's or the dialog's. */
export function toShortcut(pressed: Pressed): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey, isTyped, isCovered } = pressed;
  if (altKey || isCovered) return null;
  if (ctrlKey || metaKey) return key.toLowerCase() === "k" ? "palette" : null;
  if (isTyped) return null;
  if (key === "?") return "keys";
  return key === "/" || key === "j" || key === "k" ? key : null;
}
