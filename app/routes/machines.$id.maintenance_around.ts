import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { AppError } from "#app/domain/errors.ts";
import { parseRowId } from "#app/domain/row-id.ts";
import { getWorkAround } from "#app/features/maintenance/get-work-around.server.ts";
import type { WorkAround } from "#app/features/maintenance/work-around.ts";
import { withFallback } from "#app/kit/states/beside.ts";
import { notFound } from "#app/pages/guards.server.ts";
import { requirePartOf } from "#app/features/machines/machine.page.server.ts";
import { readBlock } from "#app/pages/read-block.server.ts";

export type AroundAnswer = { around: WorkAround | null };

/** What happened around a completed work, for the maintenance tab. */
export async function loader(args: LoaderFunctionArgs): Promise<AroundAnswer> {
  const { ctx, lock } = await requirePartOf(args, "maintenance");
  if (lock !== null) return { around: null };
  const query = new URL(args.request.url).searchParams;
  const [id, at] = [parseRowId(query.get("id") ?? "") ?? 0, Number(query.get("at"))];
  if (!Number.isSafeInteger(at)) throw notFound();
  const work = getWorkAround(ctx, id, at).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return { around: (await readBlock("around a work", work)).content };
}

/** Nobody answered: the tab says so, and stays. */
export const clientLoader = withFallback<AroundAnswer>({ around: null });
