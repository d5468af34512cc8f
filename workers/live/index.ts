/** The live Worker: lets sockets in and hands them to their hub (CONTRACT §5). */
import { hubName } from "#app/domain/live/ports.ts";
import type { LiveEnv } from "#app/platform/env.ts";
import { log } from "#app/platform/log.ts";
import { admit } from "./admit.ts";
import { LISTENER_HEADER } from "./socket-hub.ts";

export { MetricChannel } from "./metric-channel.ts";
export { SocketHub } from "./socket-hub.ts";

export default {
  async fetch(request, env) {
    if (new URL(request.url).pathname === "/socket/healthz") return Response.json({ status: "ok" });
    const admission = await admit(request, env);
    if ("refusal" in admission) {
      const { status, error, message, headers = {} } = admission.refusal;
      log({ event: "socket_refused", reason: message });
      return Response.json({ error, message }, { status, headers });
    }
    // A request of our own: nothing that the client sent goes further, the token in its URL least of all.
    const headers = { upgrade: "websocket", [LISTENER_HEADER]: JSON.stringify(admission.listener) };
    return env.SOCKET_HUB.getByName(hubName(admission.listener.actor)).fetch(
      "https://hub/connect",
      { headers },
    );
  },
} satisfies ExportedHandler<LiveEnv>;
