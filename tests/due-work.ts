import type { Locator, Page } from "playwright-core";
import * as en from "#app/all-texts/en.ts";

const { overdueToo, maintenances } = en.common.attention;

/** The dashboard's list of work. It has another title once nothing in it is overdue, which another journey may have seen to. */
export const dueWorkOf = (page: Page): Locator =>
  page.getByRole("table", { name: new RegExp(`^(${overdueToo}|${maintenances})$`) });
