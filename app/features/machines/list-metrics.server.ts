import { eq } from "drizzle-orm";
import type { Db } from "#app/db/client.server.ts";
import { telemetryDefinitions } from "#app/db/schema/index.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { requireMachine } from "./get-machine.server.ts";

type Deps = { db: Db; actor: Actor; recorder: (deviceId: number) => Pick<RecorderPort, "metrics"> };

/** Names of everything the machine ever sent or that was derived from it, sorted. */
export async function listTags(
  { db, actor, recorder }: Deps,
  idOrSerial: string,
): Promise<string[]> {
  const { id } = await requireMachine({ db, actor }, idOrSerial);
  return recorder(id).metrics();
}

/** What can be shown of the machine: its tags and the human keys that its mappings promise, sorted. */
export async function listHumanKeys(
  { db, actor, recorder }: Deps,
  idOrSerial: string,
): Promise<string[]> {
  const { id } = await requireMachine({ db, actor }, idOrSerial);
  const [tags, mapped] = await Promise.all([
    recorder(id).metrics(),
    db
      .select({ humanKey: telemetryDefinitions.humanKey })
      .from(telemetryDefinitions)
      .where(eq(telemetryDefinitions.deviceId, id)),
  ]);
  return [...new Set([...tags, ...mapped.map((row) => row.humanKey)])].sort();
}
