import { expect, it } from "vitest";
import { draw } from "#tests/draw.tsx";
import { NO_PREDICTION_REASONS, type DowntimePrediction } from "#app/domain/prediction/types.ts";
import * as en from "#app/all-texts/en.ts";
import * as es from "#app/all-texts/es.ts";
import { RiskGauge } from "./risk-gauge.tsx";

const words = { en, es };

const show = (locale: "en" | "es", risk: DowntimePrediction) =>
  draw(<RiskGauge risk={risk} />, locale);

it.each([
  [0.5, "good", "Low", "Bajo"],
  [0.512, "fair", "Raised", "Elevado"],
  [0.9, "fair", "Raised", "Elevado"],
  [0.912, "poor", "High", "Alto"],
])(
  "a risk of %s is %s, with one decimal and its horizon",
  async (prediction, band, word, palabra) => {
    const html = await show("en", { prediction, horizonMinutes: 120, reason: null });
    // Less of it is better: it is not good, fair or poor.
    expect(html).toContain(`%, ${word}: Risk, `);
    expect(await show("es", { prediction, horizonMinutes: 120, reason: null })).toContain(
      `%, ${palabra}: `,
    );
    expect(html).toContain(`data-band="${band}"`);
    expect(html).toContain(`>${(prediction * 100).toFixed(1)}<`);
    expect(html).toContain(">Risk, 2\u00a0h<");
  },
);

it.each(NO_PREDICTION_REASONS)(
  "without one, %s, there is '–' and the reason in words, in both languages",
  async (reason) => {
    for (const locale of ["en", "es"] as const) {
      const html = await show(locale, { prediction: null, horizonMinutes: 240, reason });
      const { noRisk, noRiskShort } = words[locale].common;
      expect(html).toContain(">–<");
      expect(html).toMatch(
        new RegExp(`aria-label="[^"]*${noRisk[reason].replaceAll("'", "&#x27;")}`),
      );
      expect(html).toContain(`>${noRiskShort[reason]}<`);
      expect(html).not.toContain("4\u00a0h");
    }
  },
);
