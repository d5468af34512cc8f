import { useNonce } from "./nonce.tsx";

/**
 * A browser's first format of a number or a moment takes it tens of milliseconds, four times that on a phone, nearly all of it
 * for the list of languages that it has. That is made as the page begins, when the browser waits for the styles and has nothing
 * else to do; the page as it comes alive finds it made (decision 164). Stands in the head, before the styles: a script after
 * them waits for them.
 */
export function EarlyFormats() {
  const nonce = useNonce();
  const text = import.meta.env.SSR
    ? 'new Intl.NumberFormat("en-US");new Intl.DateTimeFormat("en-US")'
    : "";
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
  );
}
