import type { TFunction } from "i18next";
import type { AlsoShown, LeftOut } from "./slideshow.ts";
import "#app/features/displays/texts.ts";

type NotShown = {
  leftOut: LeftOut;
  alsoShown: AlsoShown;
  /** The name of the only one; null of several, or where it is not known. */
  onlyOne: string | null;
};

const REASONS = ["off", "silent", "unheard", "unread", "unknown"] as const;

/** How many stand on no slide, and why: that alone where there is no room for more, in one word for all where it is for many reasons. */
export function notShown(
  { leftOut, alsoShown, onlyOne }: NotShown,
  t: TFunction,
  number: (value: number) => string,
): string[] {
  // Where some are shown, "1 off, not shown" would deny it.
  const moreOf = (isShown: boolean): string => (isShown ? t("slideshow.more") : "");
  const reasons = REASONS.filter((reason) => leftOut[reason] > 0);
  const words = reasons.map((reason) => {
    const count = leftOut[reason];
    return t(`slideshow.${reason}`, {
      ...{ count, shown: number(count), more: moreOf(alsoShown[reason]) },
    });
  });
  const machines = reasons.reduce((sum, reason) => sum + leftOut[reason], 0);
  const more = moreOf(reasons.some((reason) => alsoShown[reason]));
  const [first, second] = words;
  if (first === undefined) return [];
  // Which one, where it is one: what is counted at it stands on no slide.
  const named = machines === 1 && onlyOne !== null ? namedWord(reasons[0], onlyOne, t) : null;
  const said = (what: string) => [t("slideshow.notShown", { what }), what];
  if (second === undefined) return [...(named === null ? [] : said(named)), ...said(first)];
  const all = said(t("slideshow.anyReason", { machines: number(machines), more }));
  return words.length === 2
    ? [...said(t("slideshow.bothReasons", { first, second })), ...all]
    : all;
}

function namedWord(reason: keyof LeftOut | undefined, name: string, t: TFunction): string | null {
  if (reason === "off") return t("slideshow.namedOff", { name });
  return reason === "silent" ? t("slideshow.namedSilent", { name }) : null;
}

/** The name of the only machine that is not shown; null of none or several. */
export function onlyOneOf(
  machines: readonly { id: number; name: string }[],
  shown: readonly { id: number }[],
): string | null {
  const ids = new Set(shown.map(({ id }) => id));
  const [only, ...others] = machines.filter(({ id }) => !ids.has(id));
  return only === undefined || others.length > 0 ? null : only.name;
}
