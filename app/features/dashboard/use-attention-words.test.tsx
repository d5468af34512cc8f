/** For how long machines have not been ready, as the line above the cards and the wall say it. */
import { expect, it } from "vitest";
import { draw, readText } from "#tests/draw.tsx";
import { LiveProvider } from "#app/live/index.ts";
import type { AttentionSummary } from "./need.ts";
import { useAttentionWords } from "./use-attention-words.ts";

const quiet = {
  ...{ alarms: 0, notReady: 2, overdue: 0, atRisk: 0 },
  ...{ silent: 0, unheard: 0, unread: 0 },
};
function Words(summary: AttentionSummary) {
  return useAttentionWords(summary).map(({ text }) => <p key={text}>{text}</p>);
}
function ShortWords(summary: AttentionSummary) {
  return useAttentionWords(summary).map(({ short }) => <p key={short}>{short}</p>);
}
const say = async (longestMinutes: number | null, isLonger: boolean, locale: "en" | "es" = "en") =>
  readText(
    await draw(
      <LiveProvider>
        <Words {...quiet} longestMinutes={longestMinutes} isLonger={isLonger} />
      </LiveProvider>,
      locale,
    ),
  ).replaceAll("\u00a0", " ");

it.each([
  [47, false, "2 not ready, longest 47 min", "2 no listas, máx. 47 min"],
  [47, true, "2 not ready, longest over 47 min", "2 no listas, alguna más de 47 min"],
  [3_190, false, "2 not ready, longest 2 d 5 h", "2 no listas, máx. 2 d 5 h"],
  [480, true, "2 not ready, longest over 8 h", "2 no listas, alguna más de 8 h"],
  [null, true, "2 not ready", "2 no listas"],
] as const)("%s minutes, longer: %s", async (minutes, isLonger, english, spanish) => {
  expect(await say(minutes, isLonger)).toBe(english);
  expect(await say(minutes, isLonger, "es")).toBe(spanish);
});

it("three parts have room in one line of a phone: for how long is left to the cards", async () => {
  const told = (locale: "en" | "es") =>
    draw(
      <LiveProvider>
        <ShortWords {...quiet} longestMinutes={47} isLonger />
      </LiveProvider>,
      locale,
    ).then(readText);
  expect(await told("en")).toBe("2 not ready");
  expect(await told("es")).toBe("2 no listas");
});
