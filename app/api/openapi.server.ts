/** OpenAPI 3.1 of every registered endpoint, from the zod schemas that check requests and type answers. */
import { z } from "zod";
import { scopeOf } from "#app/domain/access/api-scopes.ts";
import { STATUS_BY_CODE, type ErrorCode } from "#app/domain/errors.ts";
import { SEND_KEY_HEADER } from "#app/domain/send-key.ts";
import { registeredApis } from "./registry.server.ts";
import { METHODS, type AnyEndpoint, type Method } from "./types.ts";

type Json = Record<string, unknown>;
type JsonSchema = Json & { properties?: Record<string, JsonSchema>; required?: string[] };

export function describeApi(origin: string): Json & { openapi: string } {
  const paths: Record<string, Json> = {};
  for (const [path, methods] of registeredApis()) {
    const operations = METHODS.flatMap((method) => {
      const endpoint = methods[method];
      return endpoint ? [[method.toLowerCase(), describeEndpoint(path, method, endpoint)]] : [];
    });
    paths[path] = Object.fromEntries(operations) as Json;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Helios",
      version: "1",
      license: { name: "Proprietary", url: `${origin}/terms` },
      contact: { name: "Helios", url: origin },
      description:
        "Machines, their people and their time series. Success answers `data`; failure answers `error`, `message` and, for validation, `errors` by field. What is outside the caller's scope is answered like what does not exist.",
    },
    servers: [{ url: origin }],
    tags: tagsOf(Object.keys(paths)),
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description:
            "`<session token>` or `Bearer <token>`: a session's, or an API token (`hat_…`) that has the operation's `x-scope`; where that is null, no API token will do",
        },
        cookie: {
          type: "apiKey",
          in: "cookie",
          name: "sessionId",
          description: "From this site's own pages only; `__Host-sessionId` over TLS",
        },
      },
      schemas: { Error: ERROR },
      headers: {
        RequestId: { description: "Names this request in the logs", schema: { type: "string" } },
        RetryAfter: {
          description: "Seconds to wait before the next try",
          schema: { type: "integer" },
        },
      },
    },
  };
}

/** What stands at the beginning of a path, `/v1/<tag>/…`, once for all its operations. */
const TAGS: Record<string, string> = {
  alarms: "Alarms of machines",
  anomalies: "Which measures of a machine were abnormal, and for how long",
  service_accounts:
    "Tokens for a customer's programs, which act as the customer and outlive its people",
  api_tokens: "Tokens for scripts and BI tools, which act as the person who made them",
  audit: "Who did what to what, when and from where",
  components: "Parts of machines that are worked on, and the reasons for it",
  customers: "Customers, their facilities, machines and people",
  devices: "Machines, their tags and what is set for them",
  devices_timeseries: "A metric of several machines over time",
  comments: "What people write about machines",
  saved_questions: "Questions of analytics that people gave a name",
  annotations: "Notes on spans of time of machines",
  enrollment_keys: "Keys with which gateways enroll their machines",
  displays: "Screens on the wall that show machines without a user",
  healthz: "Whether Helios serves",
  events: "Downtime and other events of machines, with what was done",
  facilities: "Plants of customers",
  jobs: "Orders that a machine worked on, from the order system",
  login: "Signing in and out",
  machine_states: "The states of a machine, by number and name",
  maintenances: "Recommended maintenance of machines",
  notifications: "Who is copied on notification mails",
  metric_averages: "Means of metrics of several machines",
  reports: "Files of measures, maintenances and events",
  "openapi.json": "This description",
  outbox: "Mails and text messages that Helios sent or is to send",
  passwords: "Forgotten passwords",
  pendo: "What a usage-analytics agent is given, where one is on",
  samplers: "What sends a machine's values, its keys and its mappings",
  sessions: "The browsers in which a person is signed in",
  service_tiers: "What a machine's contract opens to the customer's people",
  single_metric_average: "The mean of a metric of a machine",
  available_sections: "The sections of a kind of machine",
  default_mappings: "What a kind of machine usually has mapped",
  telemetry_definitions: "What a machine can send, and what it is called",
  telemetry_timeseries: "Metrics of a machine over time",
  users: "People: oneself, and those whom the caller manages",
};
const tagOf = (path: string): string => path.split("/")[2] ?? "";

const tagsOf = (paths: string[]): Json[] =>
  [...new Set(paths.map(tagOf))].map((name) => ({ name, description: TAGS[name] ?? "" }));

const ERROR = {
  type: "object",
  required: ["error", "message"],
  properties: {
    error: { type: "string", enum: Object.keys(STATUS_BY_CODE) },
    message: { type: "string", description: "For people" },
    errors: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
    data: {
      type: "object",
      description: "Of a failed sign-in only",
      properties: { error: { type: "string" } },
    },
  },
};

function describeEndpoint(path: string, method: Method, endpoint: AnyEndpoint): Json {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const parameters = [
    ...names.map(pathParameter),
    ...queryParameters(endpoint.query),
    ...(endpoint.addsOnce ? [SEND_KEY_PARAMETER] : []),
  ];
  return {
    operationId: `${method.toLowerCase()}${path
      .replace(/^\/v1/, "")
      .replace(/\W(\w)/g, (_, letter: string) => letter.toUpperCase())
      .replace(/\W/g, "")}`,
    summary: endpoint.summary,
    description: descriptionOf(path, method, endpoint),
    tags: [tagOf(path)],
    security: endpoint.access === "public" ? [] : [{ token: [] }, { cookie: [] }],
    ...(Array.isArray(endpoint.access) ? { "x-roles": endpoint.access } : {}),
    ...(endpoint.access === "public" ? {} : { "x-scope": scopeFor(path, method, endpoint) }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body
      ? {
          requestBody: {
            required: !endpoint.isBodyOptional,
            content: asJson(toSchema(endpoint.body, "input")),
          },
        }
      : {}),
    responses: {
      [endpoint.status ?? 200]: {
        description: "Success",
        headers: HEADERS,
        content: endpoint.produces
          ? Object.fromEntries(
              endpoint.produces.map((type) => [type, { schema: { type: "string" } }]),
            )
          : asJson(toSchema(endpoint.response, "output")),
      },
      ...(endpoint.mayBeEmpty
        ? { 204: { description: "Nothing was found", headers: HEADERS } }
        : {}),
      ...Object.fromEntries(
        failuresOf(path, method, endpoint).map((status) => [status, failure(status)]),
      ),
    },
  };
}

/** What it does, and who may: in sentences, because not every tool shows `x-roles` and `x-scope`. */
function descriptionOf(path: string, method: Method, endpoint: AnyEndpoint): string {
  const { summary, access } = endpoint;
  if (access === "public") return `${summary}. Nobody has to be signed in.`;
  const who = access === "signed_in" ? "Whoever is signed in" : `The roles ${access.join(", ")}`;
  const scope = scopeFor(path, method, endpoint);
  const tokens = scope === null ? "no API token" : `API tokens with the scope ${scope}`;
  return `${summary}. ${who} may call it; ${tokens} may.`;
}

const scopeFor = (path: string, method: Method, { scope }: AnyEndpoint) =>
  scope === undefined ? scopeOf(path, method) : scope;

const HEADERS = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
const RETRY = { "Retry-After": { $ref: "#/components/headers/RetryAfter" } };
const asJson = (schema: unknown) => ({ "application/json": { schema } });

const pathParameter = (name: string) => ({
  name,
  in: "path",
  required: true,
  schema: { type: "string" },
});

const SEND_KEY_PARAMETER = {
  name: SEND_KEY_HEADER,
  in: "header",
  required: false,
  description:
    "Made once for what is to be added. Sent again within a day with the same body, it is answered as the first time and adds nothing; with another body it is 409",
  schema: { type: "string", pattern: "^[A-Za-z0-9_-]{8,64}$" },
};

/** Lists read `name[]=a&name[]=b`; `name=a,b` is understood too. */
function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = toSchema(query, "input");
  return Object.entries(properties).map(([name, { description, ...schema }]) => {
    const common = {
      in: "query",
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
    };
    if (schema["x-list"] !== true) return { name, ...common, schema };
    const list = { type: "array", minItems: 1, items: { type: "string" } };
    return {
      ...common,
      name: `${name}[]`,
      description: `Or ${name}=a,b`,
      style: "form",
      explode: true,
      schema: list,
    };
  });
}

function toSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    // Of a tuple `items` is what may follow, which is nothing: its length says so too, and linters take `false` for none.
    override: ({ jsonSchema }) => {
      if (jsonSchema.items === false) jsonSchema.items = {};
    },
  }) as JsonSchema;
  return json;
}

function failuresOf(path: string, method: Method, endpoint: AnyEndpoint): number[] {
  const { access, body, query, mayBeAway } = endpoint;
  const hasParams = path.includes("{");
  // Some POSTs read, because they ask for too much to stand in an address.
  const isReading = method === "GET" || scopeFor(path, method, endpoint)?.startsWith("read:");
  const changes = access !== "public" && !isReading;
  return [
    ...(query || body ? [400] : []),
    ...(access === "public" && !body ? [] : [401]),
    ...(access === "public" ? [] : [403]),
    ...(hasParams || query || body ? [404] : []),
    ...(body ? [408] : []),
    ...(changes ? [409] : []),
    ...(body ? [413, 415] : []),
    ...(query || body ? [422] : []),
    ...(access === "public" && !body ? [] : [429]),
    500,
    // Where the database or a recorder is away, which what reads nothing never asks.
    ...(access === "public" && !body && !mayBeAway ? [] : [503]),
  ];
}

const failure = (status: number): Json => {
  const codes = (Object.keys(STATUS_BY_CODE) as ErrorCode[]).filter(
    (code) => STATUS_BY_CODE[code] === status,
  );
  return {
    description: codes.join(", "),
    headers: status === 429 || status === 503 ? { ...HEADERS, ...RETRY } : HEADERS,
    content: asJson({ $ref: "#/components/schemas/Error" }),
  };
};
