/**
 * Starts the usage-analytics agent, which tells page views to its service; loaded only where one is on. What it is told of
 * a person is ids and a role, of a page its shape: no query, no fragment, no name, no key.
 */
import { callApi } from "#app/components/call-api.ts";
import { shapeOfPath } from "#app/domain/path-shape.ts";

type Agent = { initialize: (options: object) => void };
type Given = {
  data: {
    token: string | null;
    config: {
      visitor_id: number;
      account_id: number | null;
      role: string;
      host: string | null;
    };
  };
};

export async function startUsageAgent(): Promise<void> {
  const answer = await callApi<Given>("pendo/config");
  if (!answer.ok || answer.data.data.token === null) return;
  const { token, config } = answer.data.data;
  const script = document.createElement("script");
  script.src = `${config.host}/agent/static/${token}/pendo.js`;
  script.onload = () =>
    (window as unknown as { pendo?: Agent }).pendo?.initialize({
      visitor: { id: config.visitor_id, role: config.role },
      ...(config.account_id === null ? {} : { account: { id: config.account_id } }),
      // Nothing that stands on a page is read, and no address as it is.
      excludeAllText: true,
      location: {
        transforms: [
          { attr: "search", action: "Clear" },
          { attr: "hash", action: "Clear" },
          {
            attr: "pathname",
            action: "Replace",
            data: (_host: string, { path }: { path: string }) => shapeOfPath(path),
          },
        ],
      },
    });
  document.head.appendChild(script);
}
