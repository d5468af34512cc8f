/** What units are called in the language that a request reads. */
import type { MetricDefinition } from "#app/domain/metrics/registry.ts";
import type { Locale } from "#app/domain/preferences.ts";
import * as en from "#app/locales/en/core.ts";
import * as es from "#app/locales/es/core.ts";
import { negotiateLocale } from "./preferences.server.ts";

export type UnitWords = Record<NonNullable<MetricDefinition["unit"]>, string>;

/** `userLocale` null: of the cookie or of Accept-Language alone. */
export const findUnitWords = async (
  request: Request,
  userLocale: Locale | null,
): Promise<UnitWords> => ({ en, es })[await negotiateLocale(request, userLocale)].glossary.units;
