/** A machine's metrics, and forgetting those that nobody mapped (decision 087). */
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "#app/db/client.server.ts";
import { telemetryDefinitions as mappings } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { findMetric } from "#app/domain/metrics/registry.ts";
import type { ForgetOutcome, RecorderPort } from "#app/domain/series/recorder-port.ts";
import { auditOfMachine } from "#app/features/audit/audit-of-machine.server.ts";
import type { AuditDeps } from "#app/platform/audit/write-audit.server.ts";
import { metricName, sampleFate } from "./forget-form.ts";
import { requireSampledMachine, requireSampledMachineInService } from "./sampler-record.server.ts";

type Deps = {
  db: Db;
  actor: Actor;
  recorder: (deviceId: number) => Pick<RecorderPort, "metrics" | "latest" | "forget">;
};

/** One metric, as an address names it. */
export const forgetMetricQuery = z.object({ name: metricName, samples: sampleFate });
export const metricJson = z.object({
  name: z.string(),
  kind: z.enum(["known", "mapped", "unmapped"]),
  last_sample_at: z.string().nullable(),
});

/** Everything that the machine sent or that was derived from it, sorted by name. */
export async function listMetrics(
  deps: Deps,
  idOrSerial: string | number,
): Promise<z.output<typeof metricJson>[]> {
  const { id } = await requireSampledMachine(deps, idOrSerial);
  const [names, latest, mapped] = await Promise.all([
    deps.recorder(id).metrics(),
    deps.recorder(id).latest(null),
    deps.db
      .select({ humanKey: mappings.humanKey })
      .from(mappings)
      .where(eq(mappings.deviceId, id))
      .all(),
  ]);
  const keys = new Set(mapped.map(({ humanKey }) => humanKey));
  return names.map((name) => {
    const newest = Object.hasOwn(latest, name) ? latest[name] : undefined;
    return {
      name,
      kind: findMetric(name) ? "known" : keys.has(name) ? "mapped" : "unmapped",
      last_sample_at: newest ? new Date(newest.timeMs).toISOString() : null,
    };
  });
}

type Asked = { names: readonly string[]; samples: z.output<typeof sampleFate> };

/** Takes them off the machine's list, with their samples or without; answers those that were on it. Known and mapped ones stay: 409. */
export async function forgetMetrics(
  deps: Deps & AuditDeps,
  idOrSerial: string | number,
  { names, samples }: Asked,
): Promise<string[]> {
  const { db } = deps;
  const { id } = await requireSampledMachineInService(deps, idOrSerial);
  const outcomes = await deps.recorder(id).forget([...names], samples === "keep");
  const by = (outcome: ForgetOutcome) => names.filter((_, index) => outcomes[index] === outcome);
  const forgotten = by("forgotten");
  if (forgotten.length > 0)
    await db.batch([
      auditOfMachine(deps, {
        action: "machine.metrics_forgotten",
        id,
        deviceId: id,
        before: { metrics: forgotten },
        after: { samples },
      }),
    ]);
  const [kept] = by("expected");
  if (kept !== undefined)
    throw new AppError("conflict", {
      message: `${kept} is known by name or mapped; delete its mapping first.`,
      problem: { code: "metric_in_use", name: kept },
    });
  return forgotten;
}
