import { useTranslation } from "react-i18next";
import { useFormats } from "#app/components/use-formats.ts";
import { totalsOf } from "./fleet-totals.ts";
import type { AttentionSummary, Counts } from "./need.ts";
import type { AlsoShown, LeftOut } from "./slideshow.ts";
import { useAttentionWords } from "./use-attention-words.ts";
import { useFleetSnapshot } from "./use-fleet.ts";
import { useLastKnown } from "./use-last-known.ts";
import { useAttentionSummary } from "./use-needs.ts";
import { useNotReadyNames } from "./use-not-ready-names.ts";
import type { WallAlarms } from "./wall-alarms.ts";
import type { WallFleet } from "./wall-fleet.ts";
import { notShown } from "./wall-not-shown.ts";
import {
  both,
  DOT_LETTERS,
  fitting,
  lettersOf,
  oldLines,
  withNotes,
  withoutNotes,
  type Lines,
  type Words,
  type Wordings,
} from "./wall-wordings.ts";
import "./texts.ts";
import "#app/features/displays/texts.ts";

type Asked = {
  fleet: WallFleet;
  /** With the alarms that are on now. */
  counts: Counts;
  /** Of those alarms, by machine. */
  acknowledged: WallAlarms["acknowledgedByMachine"];
  /** They are of before the connection went. */
  areAlarmsOld: boolean;
  /** One of them is critical or high. */
  hasUrgent: boolean;
  leftOut: LeftOut;
  alsoShown: AlsoShown;
  /** The name of the only machine that stands on no slide; null of several. */
  onlyOne: string | null;
  /** The second line says how old what is seen is. */
  isOld: boolean;
  /** What is counted is of before: nothing new comes, or machines come back. */
  isPast: boolean;
};

/** Letters that a line of the wall's bar holds: beside five dots, and of a screen that stands upright, where it is of its own. */
const LINE_LETTERS = { wide: 80, narrow: 69 };
/** Of a wide one in larger letters: `wall-needs` of app.css. */
const LARGE_LETTERS = 68;
/** Of a wide one, behind what it says of old data: that many, less so many times the letters of that, which are larger. */
const OLD_LINE = { letters: 80, size: 1.5 };
/** As long in words as an age gets. */
const LONG_AGE_MS = 119_000;
type Said = {
  counted: Wordings;
  /** Those of a group differ in their notes alone. */
  needs: readonly Wordings[];
  isOld: boolean;
  behindAge: number;
};

/** What needs a person is written larger where it leaves the room. */
type WideLines = Lines & { isLarge: boolean };

/**
 * What the bar's two lines say: how many run and have no place, and what needs a person. The second line of a wall that is old
 * says how old. On a wide screen the first stands behind `name`, and a long name has it for itself; a `narrow` one has two lines
 * below it.
 */
export function useWallWords(name: string, asked: Asked): WideLines & { narrow: Lines } {
  const needs = useNeedWords(asked).map((group) =>
    group.map((words) =>
      // Old: not read again yet, of a wall that hears already.
      words.map((word) =>
        word.kind === "alarms"
          ? { ...word, isOld: asked.areAlarmsOld, isUrgent: asked.hasUrgent }
          : word,
      ),
    ),
  );
  const { t } = useTranslation();
  const { age } = useFormats();
  const oldWords = t("slideshow.cutOldest", { age: age(LONG_AGE_MS) });
  const behindAge = Math.floor(OLD_LINE.letters - OLD_LINE.size * oldWords.length);
  const said = { counted: useCounted(asked), needs, isOld: asked.isOld, behindAge };
  return { ...wideLines(said, name.length + DOT_LETTERS), narrow: narrowLines(said) };
}

function wideLines({ counted, needs, isOld, behindAge }: Said, before: number): WideLines {
  const line = LINE_LETTERS.wide;
  if (isOld) {
    const lines = oldLines({ counted, needs }, { behind: line - before, age: behindAge });
    return { ...lines, isLarge: false };
  }
  const beside = fitting(counted, line - before);
  if (before + lettersOf(beside) > line)
    return { first: [], second: fitting(both(counted, needs.flat()), line), isLarge: false };
  const second = fitting(needs.flat(), line);
  return { first: beside, second, isLarge: lettersOf(second) <= LARGE_LETTERS };
}

function narrowLines({ counted, needs, isOld }: Said): Lines {
  const line = LINE_LETTERS.narrow;
  return isOld
    ? { first: fitting(both(counted, needs.flat()), line), second: [] }
    : { first: fitting(counted, line), second: fitting(needs.flat(), line) };
}

/** How many of the fleet run, whoever is on the slide, and how many have no place on any. */
function useCounted({ fleet, leftOut, alsoShown, onlyOne, isPast }: Asked): Wordings {
  const { t } = useTranslation();
  const snapshot = useFleetSnapshot();
  const formats = useFormats();
  const { large, machines } = fleet;
  const { running, heard } = large?.whole ?? totalsOf(snapshot, isPast);
  const isRead = large === null || large.whole !== null;
  const count = large?.ids.length ?? machines.length;
  if (count === 0) return [[]];
  const all = formats.number(count);
  const places =
    large === null
      ? notShown({ leftOut, alsoShown, onlyOne }, t, formats.number)
      : [t("slideshow.part", { shown: formats.number(machines.length), all })];
  // Of machines of which none was heard nobody knows whether they run.
  const isKnown = isRead && heard > 0;
  // Of those that are heard: the others are told of as silent.
  const of = formats.number(isPast || large !== null ? count : heard);
  const word = isPast ? "slideshow.wereRunning" : "slideshow.running";
  const runs = isKnown
    ? [t(word, { count: running, running: formats.number(running), all: of })]
    : [];
  return (places.length === 0 ? [""] : places).map((place) =>
    [...runs, place].filter((text) => text !== "").map((text) => ({ text })),
  );
}

/** What needs a person, in the whole fleet. The machine's own row says for how long it has not been ready. */
function useNeedWords({ fleet, counts, acknowledged, isPast }: Asked): readonly Wordings[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const { large, machines } = fleet;
  const ids = large?.ids ?? machines.map(({ id }) => id);
  const { stale } = totalsOf(useFleetSnapshot(), isPast);
  // While nothing is heard none falls silent for that.
  const own = useLastKnown(
    useAttentionSummary(machines, counts),
    isPast || stale,
    machines.map(({ id }) => id).join(),
  );
  const summary =
    large === null
      ? own
      : { ...(large.whole?.summary ?? NOTHING), alarms: sumOfAlarms(large.ids, counts) };
  const full = useAttentionWords(summary);
  const brief = useAttentionWords({ ...summary, longestMinutes: null });
  const names = useNotReadyNames({ fleet, counts, summary, isPast });
  if (large !== null && large.whole === null) {
    const unknown = t(large.failed ? "need.failed" : "need.reading", {
      shown: formats.number(large.ids.length),
    });
    const all = [...full, { kind: null, text: unknown }];
    return full.length === 0 ? [[all]] : [[all], [full]];
  }
  if (full.length === 0 && machines.length > 0)
    return [[[{ kind: null, text: t(isPast ? "need.allWasWell" : "need.allWell") }]]];
  const seenTo = sumOf(ids, acknowledged);
  const seen = { count: seenTo, shown: formats.number(seenTo) };
  const seenToWord = seenTo > 0 ? t("slideshow.acknowledged", seen) : null;
  const uncovered = ids.length - fleet.withMaintenance;
  const ofUncovered = { count: uncovered, shown: formats.number(uncovered) };
  // Of how many nobody counts what is overdue: without that the number would be of all.
  const overdue = uncovered > 0 ? t("slideshow.uncovered", ofUncovered) : null;
  const withMostNotesFirst = (words: Words): Wordings =>
    [seenToWord, null].map((alarms) => withNotes(words, { alarms, overdue }));
  const named = names.map((text): Words =>
    brief.map((word) => (word.kind === "notReady" ? { ...word, text } : word)),
  );
  const notReady = { count: summary.notReady, names: formats.number(summary.notReady) };
  const short = brief.map(({ kind, short }) => ({
    kind,
    text: isPast && kind === "notReady" ? t("slideshow.namedWereNotReady", notReady) : short,
  }));
  const bare = [brief, short].map((words) => [withoutNotes(withNotes(words, { overdue }))]);
  return [...[...named, full, brief, short].map(withMostNotesFirst), ...bare];
}

const sumOf = (ids: readonly number[], by: Readonly<Record<number, number>>): number =>
  ids.reduce((sum, id) => sum + (by[id] ?? 0), 0);

const sumOfAlarms = (ids: readonly number[], counts: Counts): number =>
  ids.reduce((sum, id) => sum + (counts[id]?.alarms ?? 0), 0);

/** While all machines of a large fleet could not be read. */
const NOTHING: AttentionSummary = {
  ...{ alarms: 0, notReady: 0, longestMinutes: null, isLonger: false },
  ...{ overdue: 0, atRisk: 0, silent: 0, unheard: 0, unread: 0 },
};
