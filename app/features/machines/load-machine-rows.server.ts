import type { Db } from "#app/db/client.server.ts";
import type { Actor } from "#app/domain/access/types.ts";
import type { RecorderPort } from "#app/domain/series/recorder-port.ts";
import { listMachines } from "./list-machines.server.ts";
import type { MachineRow } from "./machine-row.ts";

type Deps = { db: Db; actor: Actor; recorder: (deviceId: number) => Pick<RecorderPort, "latest"> };

/** The actor's machines with their newest state; a recorder that fails leaves its state unknown. */
export async function loadMachineRows({ db, actor, recorder }: Deps): Promise<MachineRow[]> {
  const machines = await listMachines({ db, actor });
  return Promise.all(
    machines.map(async ({ id, name, serialNumber, make, model, facility }) => {
      const { machine_state: sample } = await recorder(id)
        .latest(["machine_state"])
        .catch(() => ({ machine_state: undefined }));
      return {
        id,
        name,
        serialNumber,
        make,
        model,
        facility: facility && {
          id: facility.id,
          name: facility.name,
          city: facility.city,
          state: facility.state,
        },
        state: sample ? { value: sample.value, timeMs: sample.timeMs, adFlag: null } : null,
      };
    }),
  );
}
