/**
 * One machine's sampler as the rest of the program knows it: its model, its outbox, and how far
 * it has sampled, kept on disk so that a restart knows which span it missed.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { SimulatedMachine } from "./config.ts";
import { readWhole, writeWhole } from "./files.ts";
import { MachineModel } from "./machine-model.ts";
import { Outbox } from "./outbox.ts";
import { liveGrid, SCAN_MS, scanSpan } from "./scan.ts";

export class MachineSampler {
  readonly machine: SimulatedMachine;
  readonly model: MachineModel;
  readonly outbox: Outbox;
  readonly dir: string;
  private readonly statePath: string;
  private untilMs: number | null;

  constructor(machine: SimulatedMachine, dataDir: string) {
    this.machine = machine;
    this.model = new MachineModel(machine);
    this.dir = join(dataDir, "machines", String(machine.deviceId));
    mkdirSync(this.dir, { recursive: true });
    this.outbox = new Outbox(join(this.dir, "outbox"));
    this.statePath = join(this.dir, "live.json");
    const state = readWhole(this.statePath) as { untilMs?: number } | null;
    this.untilMs = typeof state?.untilMs === "number" ? state.untilMs : null;
  }

  get name(): string {
    return this.machine.serialNumber;
  }

  /** Last scan so far; null before the first. */
  get sampledUntilMs(): number | null {
    return this.untilMs;
  }

  /** Samples begin after this; the span before is history's. */
  startAt(timeMs: number): void {
    this.untilMs = timeMs;
    writeWhole(this.statePath, { untilMs: timeMs });
  }

  /** Scans (last scan, untilMs] into the outbox; whole seconds. False when there is nothing new. */
  sample(untilMs: number): boolean {
    const fromMs = this.untilMs;
    if (fromMs === null || untilMs <= fromMs) return false;
    const { frames, samples } = scanSpan(
      this.model,
      fromMs + SCAN_MS,
      untilMs + SCAN_MS,
      liveGrid(untilMs),
    );
    this.untilMs = untilMs;
    try {
      if (samples > 0)
        this.outbox.append({
          id: `${this.machine.deviceId}-${untilMs}`,
          samples,
          untilMs,
          frames: JSON.stringify(frames),
        });
    } finally {
      writeWhole(this.statePath, { untilMs });
    }
    return samples > 0;
  }
}
