import { useFetcher } from "@remix-run/react";
import { useContext, useEffect, useState, type ReactNode } from "react";
import { arePagesHeld } from "#app/components/hold-pages.ts";
import { isServed } from "#app/components/is-served.ts";
import { untilAnswered } from "#app/components/layout/until-answered.ts";
import { OnItsWay } from "#app/components/load-later.tsx";
import { LANGUAGE_NAMES, type Locale } from "#app/domain/preferences.ts";
import { LanguageContext } from "./language-context.tsx";

type LanguageChoice = {
  choose: (locale: Locale) => void;
  /** Says of a language whose words cannot be fetched now that it comes as soon as they can; to be drawn. */
  notice: ReactNode;
};

/**
 * Changes the language at once, where the page stands, and tells the server, which keeps it with the account of
 * whoever is signed in and answers names and data of the page in it.
 */
export function useLanguageChoice(): LanguageChoice {
  const change = useContext(LanguageContext);
  const keep = useKeeper();
  const [wanted, setWanted] = useState<Locale | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (wanted === null || change === null) return;
    const asked = new AbortController();
    const ask = () =>
      change(wanted).catch((error: unknown) => {
        setFailed(true);
        throw error;
      });
    void untilAnswered(ask, asked.signal).then(() => {
      if (asked.signal.aborted) return;
      setWanted(null);
      keep(wanted);
    });
    return () => {
      asked.abort();
      setFailed(false);
    };
  }, [wanted, change, keep]);
  return {
    choose: setWanted,
    notice: wanted !== null && hasFailed && (
      <OnItsWay name={LANGUAGE_NAMES[wanted]} hasFailed onClose={() => setWanted(null)} />
    ),
  };
}

/** Sends one choice at a time, wherever on the page it was made: the server hears of the last one last. */
function useKeeper(): (locale: Locale) => void {
  const { submit, state } = useFetcher({ key: "language" });
  const [unkept, setUnkept] = useState<Locale | null>(null);
  const isSending = state === "submitting";
  useEffect(() => {
    if (unkept === null || isSending) return;
    const asked = new AbortController();
    // Its failure would take the place of the page.
    void untilAnswered(requireServed, asked.signal).then(() => {
      if (asked.signal.aborted) return;
      setUnkept(null);
      submit({ language: unkept }, { method: "post", action: "/preferences" });
    });
    return () => asked.abort();
  }, [unkept, isSending, submit]);
  return setUnkept;
}

async function requireServed(): Promise<void> {
  if (arePagesHeld() && !(await isServed())) throw new Error("Helios is away");
}
