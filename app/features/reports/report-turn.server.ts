import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { devices } from "#app/db/schema/index.ts";
import { passesTier } from "#app/domain/access/permissions.ts";
import type { Actor } from "#app/domain/access/types.ts";
import { AppError } from "#app/domain/errors.ts";
import { minutesToWait, REPORT_WAIT_MS } from "#app/domain/reports/timeframe.ts";
import type { Machine } from "#app/features/machines/machine-record.server.ts";
import type { ReportFile } from "./files/report-file.server.ts";

export type TurnDeps = {
  db: Db;
  actor: Actor;
  now: number;
  /** Keeps the work going when who asked for it has gone. */
  waitUntil: (work: Promise<unknown>) => void;
};

/**
 * Makes a machine's report in its turn. The turn is used by a file that was taken to its last piece; it is given back when no
 * file comes of it: nothing found, failed, or left at any moment before the end. Tiers with unlimited reports and the
 * provider's staff need none. Throws too_many_requests with the seconds to wait.
 */
export async function makeInTurn(
  deps: TurnDeps,
  machine: Machine,
  make: () => ReportFile | null | Promise<ReportFile | null>,
): Promise<ReportFile | null> {
  if (passesTier(deps.actor, machine.serviceTier, "unlimitedReport")) return make();
  const giveBack = await takeTurn(deps, machine.id);
  let end = () => {};
  // A request that nobody waits for may be ended by the runtime, and with it what would give the turn back.
  deps.waitUntil(new Promise<void>((done) => (end = done)));
  let file: ReportFile | null = null;
  try {
    file = await make();
  } finally {
    if (file === null) await giveBack().finally(end);
  }
  return file && { ...file, chunks: untilWhole(file.chunks, giveBack, end) };
}

async function* untilWhole(
  chunks: ReportFile["chunks"],
  giveBack: () => Promise<void>,
  end: () => void,
): ReportFile["chunks"] {
  let isWhole = false;
  try {
    yield* withLastByteApart(chunks);
    isWhole = true;
  } finally {
    await (isWhole ? Promise.resolve() : giveBack()).finally(end);
  }
}

/** For a connection's other end to say that it was closed. */
const HEARD_MS = 100;

/**
 * That a reader has gone is heard from what is sent to it in vain, and only by what is sent after that: a file of one piece
 * would be taken as read by somebody who hung up before it came. Its last byte goes a moment after all others.
 */
async function* withLastByteApart(chunks: ReportFile["chunks"]): ReportFile["chunks"] {
  let held: Uint8Array = new Uint8Array();
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    if (held.length > 0) yield held;
    held = typeof chunk === "string" ? encoder.encode(chunk) : chunk;
  }
  yield held.subarray(0, -1);
  await new Promise((heard) => setTimeout(heard, HEARD_MS));
  yield held.subarray(-1);
}

/** For fifteen minutes; the statement that writes decides who gets it. Answers what gives it back. */
async function takeTurn({ db, now }: TurnDeps, id: number): Promise<() => Promise<void>> {
  const until = now + REPORT_WAIT_MS;
  const isFree = or(
    isNull(devices.reportAvailableAt),
    lte(devices.reportAvailableAt, now),
    // Further ahead than a turn can be: taken by a clock that was set back since.
    gt(devices.reportAvailableAt, until),
  );
  const [taken] = await db
    .update(devices)
    .set({ reportAvailableAt: until })
    .where(and(eq(devices.id, id), isFree))
    .returning({ id: devices.id });
  if (!taken) throw await refusal(db, id, now);
  return async () => {
    await db
      .update(devices)
      .set({ reportAvailableAt: null })
      .where(and(eq(devices.id, id), eq(devices.reportAvailableAt, until)));
  };
}

async function refusal(db: Db, id: number, now: number): Promise<AppError> {
  const row = await db
    .select({ at: devices.reportAvailableAt })
    .from(devices)
    .where(eq(devices.id, id))
    .get();
  const at = row?.at ?? now;
  const minutes = minutesToWait(at, now) ?? 1;
  return new AppError("too_many_requests", {
    message: `A report of this machine was made a moment ago; the next one can be made in ${minutes} min.`,
    problem: { code: "wait", minutes },
    retryAfterSeconds: Math.max(1, Math.ceil((at - now) / 1000)),
  });
}
