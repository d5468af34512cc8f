/**
 * What a page needs of i18next, in 1 KB instead of 13: texts that are there already, one default namespace, blanks,
 * plurals, a change of language. The server renders with i18next itself; a test holds both to the same words.
 */
import type { i18n } from "i18next";
import { I18N_OPTIONS, pluralForm } from "./i18n.ts";

type Tree = { readonly [key: string]: string | Tree };
type Values = Record<string, unknown> & { count?: number; ns?: string };
type I18nEvents = { languageChanged: (locale: string) => void };

const { defaultNS } = I18N_OPTIONS;

/** As much of an i18next instance as react-i18next's hook and this app's components touch. */
export function createPageTexts(locale: string, texts: Record<string, Tree>): i18n {
  const languages = new Map([[locale, new Map(Object.entries(texts))]]);
  const listeners = new Set<I18nEvents["languageChanged"]>();

  const find = (path: string, namespace: string): string | undefined => {
    const [ns, key] = path.includes(":")
      ? (path.split(":", 2) as [string, string])
      : [namespace, path];
    let found: string | Tree | undefined = languages.get(instance.language)?.get(ns);
    for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
    return typeof found === "string" ? found : undefined;
  };
  const translate = (key: string, namespace: string, values: Values = {}): string => {
    const { count } = values;
    const form = count === undefined ? undefined : find(`${key}_${pluralForm(count)}`, namespace);
    const text = form ?? find(key, namespace);
    if (text === undefined) return key.slice(key.indexOf(":") + 1);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
  };

  const instance = {
    language: locale,
    languages: [locale],
    isInitialized: true,
    options: I18N_OPTIONS,
    reportNamespaces: { addUsedNamespaces: () => {} },
    hasLoadedNamespace: () => true,
    exists: (key: string, { ns = defaultNS }: Values = {}) => find(key, ns) !== undefined,
    t: (key: string, values?: Values) => translate(key, values?.ns ?? defaultNS, values),
    getFixedT: (
      _locale: string | null,
      namespace: string | readonly string[] | null = defaultNS,
    ) => {
      const ns = (typeof namespace === "string" ? namespace : namespace?.[0]) ?? defaultNS;
      return (key: string, values?: Values) => translate(key, values?.ns ?? ns, values);
    },
    addResourceBundle: (language: string, namespace: string, tree: Tree) => {
      const held = languages.get(language) ?? new Map<string, Tree>();
      languages.set(language, held.set(namespace, { ...held.get(namespace), ...tree }));
    },
    changeLanguage: (next: string) => {
      instance.language = next;
      instance.languages = [next];
      for (const tell of listeners) tell(next);
      return Promise.resolve();
    },
    on: (_event: keyof I18nEvents, listener: I18nEvents["languageChanged"]) =>
      void listeners.add(listener),
    off: (_event: keyof I18nEvents, listener: I18nEvents["languageChanged"]) =>
      void listeners.delete(listener),
  };
  return instance as unknown as i18n;
}
