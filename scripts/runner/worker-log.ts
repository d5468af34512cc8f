/**
 * What the Workers log goes to HELIOS_DATA/helios.log (two files of 8 MiB at most); warnings and errors to the screen too.
 * A file that cannot be written (full disk, rights) costs lines, and nothing else: it is said once, tried again every few
 * seconds, and said again with the number of missing lines once it works.
 */
import { createWriteStream, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";

const MAX_BYTES = 8 * 1024 * 1024;
const RETRY_MS = 5_000;
/** A disk that is slower than what is logged fills no memory. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;

/**
 * What workerd says twice of each CONNECT, before any Worker is asked: whoever sends many would push all else out of the log.
 */
const REFUSED_CONNECT =
  /^(?:Received a connect event but we lack a handler\.|Uncaught exception: .{0,200}Handler does not export a connect\(\) function\.)/;

export type WorkerLog = (entry: { timestamp: number; level: string; message: string }) => void;
/** `open` and `now` are given by tests. */
type Options = {
  say?: (line: string) => void;
  open?: (path: string) => Writable;
  now?: () => number;
};

export function openWorkerLog(
  dataDir: string,
  {
    say = (line) => void process.stderr.write(`${line}\n`),
    open = (path) => createWriteStream(path, { flags: "a", mode: 0o600 }),
    now = Date.now,
  }: Options = {},
): WorkerLog {
  const path = join(dataDir, "helios.log");
  let stream: Writable | null = null;
  let bytes = 0;
  let missing = 0;
  let failedAt: number | null = null;

  const fail = (error: NodeJS.ErrnoException): void => {
    stream?.destroy();
    stream = null;
    if (failedAt === null)
      say(`${path} cannot be written (${error.code ?? error.message}); Helios goes on without it.`);
    failedAt = now();
  };
  const openFile = (): Writable => {
    bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes > MAX_BYTES) {
      renameSync(path, `${path}.1`);
      bytes = 0;
    }
    const opened = open(path);
    opened.on("error", (error) => {
      if (stream === opened) fail(error);
    });
    return opened;
  };
  const write = (line: string): void => {
    if (failedAt !== null && stream === null && now() - failedAt < RETRY_MS) {
      missing++;
      return;
    }
    if (stream !== null && stream.writableLength > MAX_BUFFERED_BYTES) {
      missing++;
      return;
    }
    try {
      if (bytes > MAX_BYTES) {
        stream?.end();
        stream = null;
      }
      stream ??= openFile();
    } catch (error) {
      missing++;
      return fail(error as NodeJS.ErrnoException);
    }
    bytes += Buffer.byteLength(line);
    stream.write(line, (error) => {
      if (error) missing++;
      else if (failedAt !== null) {
        say(`${path} can be written again; ${missing} lines are missing.`);
        failedAt = null;
        missing = 0;
      }
    });
  };
  return ({ timestamp, level, message }) => {
    if (REFUSED_CONNECT.test(message)) return;
    const line = `${new Date(timestamp).toISOString()} ${level} ${message}\n`;
    write(line);
    if ((level === "error" || level === "warn") && !message.startsWith("NOSENTRY"))
      process.stderr.write(line);
  };
}
