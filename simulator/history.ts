/**
 * Writes the past through the same ingest, in the background: two POSTs at a time, with a rest
 * after each as long as it took, so that pages and live samples go first. Machines
 * take turns, so the whole fleet's last hours come before anybody's older days.
 */
import { backOffMs, pause, UNAUTHORIZED_MS } from "./back-off.ts";
import { HistoryPlan, type Chunk } from "./history-plan.ts";
import type { MachineSampler } from "./machine-sampler.ts";
import { postBatch } from "./post.ts";
import { writeProgress, type Progress } from "./progress.ts";
import { HISTORY_GRID, SCAN_MS, scanSpan } from "./scan.ts";

export type HistoryInput = {
  samplers: readonly MachineSampler[];
  origin: string;
  dataDir: string;
  historyMs: number;
  say: (line: string) => void;
};

type Job = {
  sampler: MachineSampler;
  plan: HistoryPlan;
  isBusy: boolean;
  attempt: number;
  notBeforeMs: number;
};

const CONCURRENCY = 2;
const MIN_REST_MS = 50;
const SAY_EVERY_MS = 15_000;
/** A sleeping worker looks again for work at least this often. */
const IDLE_MS = 500;

export class History {
  private readonly input: HistoryInput;
  private readonly jobs: Job[];
  private startedMs: number | null = null;
  private lastSaidMs = 0;
  private wasFinished: boolean | null = null;

  constructor(input: HistoryInput) {
    this.input = input;
    this.jobs = input.samplers.map((sampler) => ({
      sampler,
      plan: new HistoryPlan(sampler.dir),
      isBusy: false,
      attempt: 0,
      notBeforeMs: 0,
    }));
  }

  /** At a machine's first start everything before `nowMs` is history's; live sampling begins there. */
  begin(nowMs: number): void {
    for (const { sampler, plan } of this.jobs) {
      if (sampler.sampledUntilMs === null) sampler.startAt(nowMs - SCAN_MS);
      plan.begin(nowMs, this.input.historyMs);
    }
    this.report();
  }

  addGap(sampler: MachineSampler, fromMs: number, toMs: number): void {
    this.jobs
      .find((job) => job.sampler === sampler)
      ?.plan.addGap(fromMs, toMs, this.input.historyMs);
    this.report();
  }

  /** Until the signal ends it: gaps may come at any time. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(Array.from({ length: CONCURRENCY }, () => this.work(signal)));
  }

  get progress(): Progress {
    const hours = (of: (plan: HistoryPlan) => number): number =>
      this.jobs.reduce((sum, { plan }) => sum + of(plan), 0) / 3_600_000;
    const total = hours((plan) => plan.totalMs);
    const done = hours((plan) => plan.doneMs);
    const samples = this.jobs.reduce((sum, { plan }) => sum + plan.samples, 0);
    return { total, done, finished: total - done < 1e-9, unit: "machine-hours", samples };
  }

  private async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const job = this.nextJob();
      const chunk = job?.plan.next();
      if (!job || !chunk) {
        await pause(IDLE_MS, signal);
        continue;
      }
      job.isBusy = true;
      const startedMs = performance.now();
      try {
        await this.write(job, chunk, signal);
      } catch (error) {
        if (!signal.aborted) {
          this.input.say(`${job.sampler.name}: history: ${String(error)}`);
          job.notBeforeMs = performance.now() + UNAUTHORIZED_MS;
        }
      } finally {
        job.isBusy = false;
      }
      this.report();
      await pause(Math.max(MIN_REST_MS, performance.now() - startedMs), signal);
    }
  }

  /** The machine that is furthest behind among those that may be served now. */
  private nextJob(): Job | null {
    const now = performance.now();
    const ready = this.jobs.filter(
      (job) => !job.isBusy && job.notBeforeMs <= now && job.plan.next() !== null,
    );
    return ready.reduce<Job | null>(
      (best, job) => (best === null || job.plan.doneMs < best.plan.doneMs ? job : best),
      null,
    );
  }

  private async write(job: Job, chunk: Chunk, signal: AbortSignal): Promise<void> {
    const { sampler, plan } = job;
    this.startedMs ??= performance.now();
    const { frames, samples } = scanSpan(sampler.model, chunk.fromMs, chunk.toMs, HISTORY_GRID);
    const { buffered, dropped } = sampler.outbox;
    const body = JSON.stringify({
      batch_id: `${sampler.machine.deviceId}-h-${chunk.fromMs}-${chunk.toMs}`,
      frames,
      buffered,
      dropped,
    });
    const outcome = await postBatch({
      origin: this.input.origin,
      samplerKey: sampler.machine.samplerKey,
      body,
      signal,
    });
    switch (outcome.status) {
      case "stored":
        job.attempt = 0;
        return plan.settle(chunk, samples);
      case "refused":
        this.input.say(
          `${sampler.name}: ${samples} samples of history dropped, HTTP ${outcome.code}: ${outcome.reason}`,
        );
        sampler.outbox.countDropped(samples);
        return plan.settle(chunk, 0);
      case "busy":
        job.notBeforeMs =
          performance.now() + backOffMs(job.attempt++, outcome.retryAfterMs, Math.random());
        return;
      case "unauthorized":
        job.notBeforeMs = performance.now() + UNAUTHORIZED_MS;
        return;
    }
  }

  private report(): void {
    const progress = this.progress;
    writeProgress(this.input.dataDir, progress);
    const now = performance.now();
    const seconds = this.startedMs === null ? 0 : Math.round((now - this.startedMs) / 1000);
    const percent = progress.total === 0 ? 100 : Math.floor((100 * progress.done) / progress.total);
    if (progress.finished && this.wasFinished === false) {
      this.input.say(
        `history complete: ${progress.samples} samples, ${Math.round(progress.total)} machine-hours, ${seconds} s`,
      );
      this.startedMs = null;
    } else if (!progress.finished && now - this.lastSaidMs > SAY_EVERY_MS) {
      this.lastSaidMs = now;
      this.input.say(`history ${percent} %: ${progress.samples} samples so far`);
    }
    this.wasFinished = progress.finished;
  }
}
