import { useNonce } from "./nonce.tsx";

/**
 * Tells zod, before any contract is made, that it may not build code from text: the page's policy forbids it, and each try
 * is a violation in the browser's log. Stands in the head, before every other script.
 */
export function NoEval() {
  const nonce = useNonce();
  const text = import.meta.env.SSR ? "globalThis.__zod_globalConfig={jitless:true}" : "";
  return (
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
  );
}
