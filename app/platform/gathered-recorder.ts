/**
 * A machine's recorder whose questions travel together: what the loaders of a page ask of it within one turn of the event
 * loop leaves as one call, as reads of D1 do (db/batching-d1.ts), and the use cases need not know of each other. What is
 * known at once does not wait for snapshots, which may have to seal hours first: these go in a call of their own. When a
 * call fails, as with a recorder of an older release, each of its questions is asked alone, and fails or not for itself.
 */
import DataLoader from "dataloader";
import { setImmediate } from "node:timers";
import {
  answerOf,
  type RecorderAnswer,
  type RecorderPort,
  type RecorderQuestion,
} from "#app/domain/series/recorder-port.ts";

/** A snapshot's first part takes up to some megabytes, a call between Workers 32. */
const MAX_TOGETHER = 6;

export type GatheredRecorder = RecorderPort & {
  /** Newest values that nobody shows before what snapshots tell: they travel with these. */
  latestWithPast: RecorderPort["latest"];
};

export function gatheredRecorder(port: RecorderPort): GatheredRecorder {
  const [known, read] = [gather(port), gather(port)];
  return {
    latest: async (metrics) => (await known.load({ latest: metrics })) as never,
    latestWithPast: async (metrics) => (await read.load({ latest: metrics })) as never,
    status: async () => (await known.load({ status: true })) as never,
    snapshot: async (snapshot) => (await read.load({ snapshot })) as never,
    answers: (questions) => port.answers(questions),
    ingest: (request) => port.ingest(request),
    snapshotPart: (more) => port.snapshotPart(more),
    metrics: () => port.metrics(),
    configure: (config) => port.configure(config),
    configVersion: () => port.configVersion(),
    listen: (version, turnEveryMs) => port.listen(version, turnEveryMs),
    watch: (metric) => port.watch(metric),
    unwatch: (metric) => port.unwatch(metric),
    intakeDay: (samplerId) => port.intakeDay(samplerId),
    tagsByNeed: (question) => port.tagsByNeed(question),
    detection: () => port.detection(),
    reasons: (metric, startMs, endMs) => port.reasons(metric, startMs, endMs),
    adopt: (batch) => port.adopt(batch),
    moveTo: (recorderId) => port.moveTo(recorderId),
    home: () => port.home(),
    forget: (metrics, isKept) => port.forget(metrics, isKept),
  };
}

const gather = (port: RecorderPort): DataLoader<RecorderQuestion, RecorderAnswer> =>
  new DataLoader((asked) => askTogether(port, asked), {
    cache: false,
    maxBatchSize: MAX_TOGETHER,
    // After every promise that is settled already.
    batchScheduleFn: (send) => void setImmediate(send),
  });

async function askTogether(
  port: RecorderPort,
  asked: readonly RecorderQuestion[],
): Promise<(RecorderAnswer | Error)[]> {
  if (asked.length > 1) {
    try {
      return await port.answers([...asked]);
    } catch {
      // Which of them it was is not said.
    }
  }
  return Promise.all(
    asked.map((question) =>
      answerOf(port, question).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      ),
    ),
  );
}
