import { renderToString } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, it } from "vitest";
import { common, glossary } from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { createPageTexts } from "#app/locales/page-texts.ts";
import { HealthPanel } from "./health-panel.tsx";
import { texts } from "./texts.en.ts";

const words = createPageTexts("en", { common: { ...common, ...texts }, glossary });

const panelOf = (uptime: number | null, isOld = false) =>
  renderToString(
    <I18nextProvider i18n={words}>
      <HealthPanel
        risk={null}
        failed={false}
        isOld={isOld}
        health={{
          productivity: null,
          uptime,
          trends: { operating_productivity: [null], machine_running: [uptime] },
        }}
      />
    </I18nextProvider>,
  );

it("says that no sheets were counted of a machine only that was heard at all", () => {
  expect(panelOf(0.5)).toContain(common.gauge.noTarget);
  expect(panelOf(null)).not.toContain(common.gauge.noTarget);
  expect(panelOf(null)).toContain(common.gauge.noReadings);
});

it("fades its gauges and trends once the machine or the page is not heard any more", () => {
  const fadedOf = (isOld: boolean) =>
    panelOf(0.5, isOld).match(/ (stale|grayscale)"/g)?.length ?? 0;
  expect([fadedOf(false), fadedOf(true)]).toEqual([0, 5]);
});

it("leaves no gap for lines where nothing was heard", () => {
  const linesIn = (panel: string) => panel.match(/preserveAspectRatio="none"/g)?.length ?? 0;
  expect([linesIn(panelOf(0.5)), linesIn(panelOf(null))]).toEqual([2, 0]);
});

// docs/derived-metrics.md: of a machine that was heard for ten minutes they are 4 and 100 %.
it("has another name for the share of the time that was heard than for the share of whole hours", () => {
  expect(panelOf(1)).toContain(common.gauge.uptime);
  for (const { common: all, glossary: metrics } of [{ common, glossary }, es])
    for (const ofWholeHours of [
      metrics.metrics.uptime,
      all.machine.uptime,
      all.views.uptime,
      all.slideshow.uptime,
    ])
      expect(ofWholeHours.startsWith(all.gauge.uptime)).toBe(false);
});
