import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import { LiveProvider } from "#app/live/index.ts";
import { common, glossary } from "#app/all-texts/en.ts";
import { createPageTexts } from "#app/locales/page-texts.ts";
import { AgeCell, SpeedCell, StateCell } from "./machine-list-live.tsx";
import type { MachineRow } from "./machine-row.ts";
import { texts } from "./texts.en.ts";

const row = { id: 1, facility: { timezone: "America/Chicago" } } as MachineRow;
const nowMs = Date.UTC(2026, 10, 22, 18);

const textOf = (sampleMs: number | null, isRead: boolean) =>
  renderToString(
    <LiveProvider>
      <AgeCell
        row={row}
        first={sampleMs === null ? null : { value: "running", timeMs: sampleMs, adFlag: null }}
        speed={null}
        isRead={isRead}
        nowMs={nowMs}
      />
    </LiveProvider>,
  ).replace(/^<[^>]*>|<\/span>$/g, "");

it("says of a machine out of sight when its newest known sample was taken, at the plant", () => {
  expect(textOf(nowMs - 90_000, true)).toMatch(/^11:58\sAM\sCST$/);
  expect(textOf(nowMs - 30 * 3_600_000, true)).toMatch(/^11\/21\/26,? 6:00\sAM\sCST$/);
});

it("says that there is none only of a machine that was asked", () => {
  expect(textOf(null, true)).toBe("age.never");
  expect(textOf(null, false)).toBe("–");
});

const words = createPageTexts("en", { common: { ...common, ...texts }, glossary });

const sinceOf = (hoursAgo: number, isUnheard = false) => {
  const began = { code: 0, sinceMs: nowMs - hoursAgo * 3_600_000, isOlder: false, isUnheard };
  return renderToString(
    <I18nextProvider i18n={words}>
      <LiveProvider>
        <StateCell
          row={{ ...row, alarmsOn: 0 }}
          first={{ value: "off", timeMs: nowMs, adFlag: null }}
          since={began}
          isAwaited={false}
          isRead
          nowMs={nowMs}
          onState={() => undefined}
        />
      </LiveProvider>
    </I18nextProvider>,
  );
};

it("says since when a machine is as it is, of another day with its date", () => {
  expect(sinceOf(2)).toMatch(/>since 10:00\sAM\sCST</);
  expect(sinceOf(16)).toMatch(/>since 11\/21\/26,? 8:00\sPM\sCST</);
});

it("keeps the room of state and time while they are on their way, and tells no state of a machine that was not read", () => {
  const cell = (isAwaited: boolean, isRead = false) =>
    renderToString(
      <I18nextProvider i18n={words}>
        <LiveProvider>
          <StateCell
            row={{ ...row, alarmsOn: 0 }}
            first={null}
            since={null}
            isAwaited={isAwaited}
            isRead={isRead}
            nowMs={nowMs}
            onState={() => undefined}
          />
        </LiveProvider>
      </I18nextProvider>,
    );
  expect(cell(true).match(/skeleton/g)).toHaveLength(2);
  expect(cell(true)).not.toContain("data-state");
  expect(cell(false, true)).not.toContain("skeleton");
  expect(cell(false, true)).toContain('data-state="unknown"');
  expect(cell(false)).toContain("Not loaded");
  expect(cell(false)).not.toContain("data-state");
});

it("says that a machine may have been so before, where nothing was heard before it", () => {
  expect(sinceOf(2, true)).toMatch(/>since 10:00\sAM\sCST or earlier</);
});

it("shows what was old when the page was read as old, also of a machine that is not followed", () => {
  const classesOf = (ageMs: number) => {
    const first = (value: string | number) => ({ value, timeMs: nowMs - ageMs, adFlag: null });
    const html = renderToString(
      <LiveProvider>
        <StateCell
          row={{ ...row, alarmsOn: 0 }}
          first={first("running")}
          since={null}
          isAwaited={false}
          isRead
          nowMs={nowMs}
          onState={() => undefined}
        />
        <SpeedCell id={1} first={first(180)} nowMs={nowMs} />
      </LiveProvider>,
    );
    return html.match(/stale/g)?.length ?? 0;
  };
  expect(classesOf(10_000)).toBe(0);
  expect(classesOf(2 * 3_600_000)).toBe(2);
});
