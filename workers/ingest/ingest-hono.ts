import type { IngestEnv } from "#app/platform/env.ts";

/** What the front door needs; the recorder's own bindings are the recorder's. */
export type IngestHono = {
  Bindings: Pick<
    IngestEnv,
    "DB" | "RECORDER" | "SOCKET_HUB" | "HELIOS_MODE" | "CLOCK_OFFSET_MS" | "DISK_ROOM"
  >;
};
