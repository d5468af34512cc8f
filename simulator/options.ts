import { parseArgs } from "node:util";

export type Options = {
  configPath: string;
  dataDir: string;
  /** Overrides the origin of the configuration. */
  origin: string | null;
  batchMs: number;
  historyMs: number;
  bufferBytes: number;
  bufferMs: number;
  clockOffsetMs: number;
};

export const USAGE = `node --single-threaded simulator/main.ts --config <simulator.json> --data <folder>

  --origin <url>          send there instead of the configuration's origin
  --batch-seconds <n>     seconds of samples in a live batch, 1 to 60 (10)
  --history-days <n>      days of history to write at the first start, 0 to 30 (3)
  --buffer-hours <n>      how long unsent samples are kept while Helios is away (24)
  --buffer-mb <n>         how much disk they may take for the whole fleet (200)

HELIOS_CLOCK_OFFSET_MS shifts the fleet's clock as it shifts Helios' own.`;

/** Throws an Error that names the offending option. */
export function parseOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      config: text,
      data: text,
      origin: text,
      "batch-seconds": text,
      "history-days": text,
      "buffer-hours": text,
      "buffer-mb": text,
    },
  });
  if (!values.config || !values.data) throw new Error(`--config and --data are needed\n\n${USAGE}`);
  const number = (
    name: keyof typeof values,
    fallback: number,
    low: number,
    high: number,
  ): number => {
    const value = Number(values[name] ?? fallback);
    if (!(value >= low && value <= high))
      throw new Error(`--${name} takes ${low} to ${high}, not ${values[name]}`);
    return value;
  };
  return {
    configPath: values.config,
    dataDir: values.data,
    origin: values.origin ?? null,
    batchMs: Math.round(number("batch-seconds", 10, 1, 60)) * 1000,
    historyMs: number("history-days", 3, 0, 30) * 86_400_000,
    bufferMs: number("buffer-hours", 24, 0.1, 24 * 7) * 3_600_000,
    bufferBytes: number("buffer-mb", 200, 1, 10_000) * 1_000_000,
    clockOffsetMs: Number(env.HELIOS_CLOCK_OFFSET_MS ?? 0) || 0,
  };
}
