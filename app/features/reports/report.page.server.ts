import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { TierCheck } from "#app/domain/access/permissions.ts";
import { findFirstTier } from "#app/features/organizations/first-tier.server.ts";
import { loadReportPage } from "./load-report-page.server.ts";
import { requireUser } from "#app/pages/guards.server.ts";

/** What every tab of the reports needs: machines to choose from, the chosen one, and the tier that would open what it lacks. */
export async function requireReportPage(args: LoaderFunctionArgs, checks: readonly TierCheck[]) {
  const { ctx } = await requireUser(args);
  const query = new URL(args.request.url).searchParams;
  const page = await loadReportPage(ctx, {
    customer: query.get("customer"),
    machine: query.get("machine"),
  });
  const { machine } = page;
  const lacks = machine === null ? undefined : checks.find((check) => !machine.opens[check]);
  const lock =
    lacks === undefined ? null : { check: lacks, needed: (await findFirstTier(ctx, lacks)) ?? "" };
  return { ctx, page, lock, nowMs: ctx.now };
}
