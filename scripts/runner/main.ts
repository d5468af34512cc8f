/**
 * The runner behind `npm start`. What a start is refused for is asked here, before the rest of the runner is loaded
 * (run.ts): that takes most of a second of the processor.
 */
import { createServer } from "node:net";
import { claimDataDir } from "./data-dir.ts";
import { readSettings, SettingsError, type Settings } from "./settings.ts";

const startedAt = Date.now();
const say = (line: string): void =>
  console.log(`${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${line}`);

// A terminal or a pipe that was closed takes nothing of Helios along.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});
try {
  await main(readSettings(process.env, process.argv.slice(2)));
} catch (error) {
  const isTaken = (error as { code?: string }).code === "ERR_ADDRESS_IN_USE";
  if (isTaken)
    console.error(
      `Port ${process.env.PORT || 4000} was taken by another process just now. Set PORT to another.`,
    );
  else console.error(error instanceof SettingsError ? error.message : error);
  end(1);
}

async function main(settings: Settings): Promise<void> {
  const folder = await claimDataDir(settings.dataDir, settings.port, say);
  await requireFreePort(settings);
  const { run } = await import("./run.ts");
  await run(settings, folder, { say, end });
}

/** Ends this process. The door (scripts/start.mjs) is told first: it ends one that hangs as it exits, which Node may. */
function end(code: number): void {
  const exit = () => process.exit(code);
  if (process.connected) process.send?.({ endsAs: code }, exit);
  else exit();
}

function requireFreePort({ port, host }: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new SettingsError(
          error.code === "EADDRINUSE"
            ? `Port ${port} is in use. Stop what uses it, or set PORT to another: PORT=${port + 1} npm start`
            : `Port ${port} cannot be opened on ${host} (${error.code ?? error.message}).`,
        ),
      ),
    );
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
