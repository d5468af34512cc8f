/** What the Workers log goes to HELIOS_DATA/helios.log (two files of 8 MiB at most); warnings and errors to the screen too. */
import { createWriteStream, existsSync, renameSync, statSync, type WriteStream } from "node:fs";
import { join } from "node:path";

const MAX_BYTES = 8 * 1024 * 1024;

export type WorkerLog = (entry: { timestamp: number; level: string; message: string }) => void;

export function openWorkerLog(dataDir: string): WorkerLog {
  const path = join(dataDir, "helios.log");
  let bytes = existsSync(path) ? statSync(path).size : 0;
  let stream: WriteStream = createWriteStream(path, { flags: "a" });
  return ({ timestamp, level, message }) => {
    if (bytes > MAX_BYTES) {
      stream.end();
      renameSync(path, `${path}.1`);
      stream = createWriteStream(path, { flags: "a" });
      bytes = 0;
    }
    const line = `${new Date(timestamp).toISOString()} ${level} ${message}\n`;
    bytes += line.length;
    stream.write(line);
    if ((level === "error" || level === "warn") && !message.startsWith("NOSENTRY"))
      process.stderr.write(line);
  };
}
