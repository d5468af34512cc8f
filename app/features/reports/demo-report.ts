import { maskAnswer, type Masking } from "#app/domain/demo/mask-answer.ts";
import { sampleValue } from "#app/domain/demo/sample-orders.ts";
import type { SampleValue } from "#app/domain/series/types.ts";

/** What demo mode changes in a report: things without their names, samples in place of a customer's orders. */
export type DemoReport = {
  shown: <T extends object>(things: T) => T;
  sampleOf: ((metric: string) => SampleValue | null) | undefined;
};

export function demoReport(masking: Masking | null): DemoReport {
  return masking === null
    ? { shown: (things) => things, sampleOf: undefined }
    : {
        shown: (things) => maskAnswer(things, masking) as typeof things,
        sampleOf: (metric) => sampleValue(metric, masking.order),
      };
}
