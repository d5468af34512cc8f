/** The few calls that nearly every journey makes, over HTTP and from outside. */

export type Frame = { times: number[]; tags: Record<string, unknown[]> };
export type BatchResult = {
  batch_id: string;
  accepted: number;
  duplicate: number;
  rejected: { tag: string; reason: string; count: number }[];
};
export type Point = {
  time: string;
  value: number | string | null;
  min: number | null;
  max: number | null;
  count: number;
};
export type Device = {
  id: number;
  name: string;
  serial_number: string;
  make: string;
  facility_id: number | null;
};

export const DEMO_PASSWORD = "Helios-Demo-2026";

/** A call that must succeed; a refusal fails the test with what the server said. */
export async function call<T>(
  origin: string,
  path: string,
  options: {
    method?: string;
    token?: string;
    body?: unknown;
    headers?: Record<string, string>;
  } = {},
): Promise<T> {
  const method = options.method ?? (options.body === undefined ? "GET" : "POST");
  const answer = await fetch(origin + path, {
    method,
    headers: {
      accept: "application/json",
      ...(options.body === undefined ? {} : { "content-type": "application/json" }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
  });
  const text = await answer.text();
  if (!answer.ok)
    throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text) as T;
}

/** Signs in over /v1 and answers the session token. */
export async function signIn(
  origin: string,
  email: string,
  password = DEMO_PASSWORD,
): Promise<string> {
  const { data } = await call<{ data: { token: string } }>(origin, "/v1/login", {
    body: { email, password },
  });
  return data.token;
}

export async function listDevices(origin: string, token: string): Promise<Device[]> {
  return (await call<{ data: Device[] }>(origin, "/v1/devices", { token })).data;
}

/** Adds a sampler to a machine and answers its key, which is told only here. */
export async function createSampler(
  origin: string,
  token: string,
  deviceId: number,
  name = "Test sampler",
): Promise<{ id: number; key: string }> {
  const body = { device_id: deviceId, name, spec: "http", only_mapped_tags: false };
  return (
    await call<{ data: { id: number; key: string } }>(origin, "/v1/samplers", { token, body })
  ).data;
}

/** Posts a batch without judging the answer: for tests about refusals and about servers that die. */
export function sendBatch(
  origin: string,
  key: string,
  frames: Frame[],
  batchId: string = crypto.randomUUID(),
): Promise<Response> {
  return fetch(`${origin}/ingest/v1/batches`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ batch_id: batchId, frames, buffered: 0, dropped: 0 }),
  });
}

export async function postBatch(
  origin: string,
  key: string,
  frames: Frame[],
  batchId?: string,
): Promise<BatchResult> {
  const answer = await sendBatch(origin, key, frames, batchId);
  const text = await answer.text();
  if (answer.status !== 200)
    throw new Error(`The batch was answered ${answer.status}: ${text.slice(0, 500)}`);
  return (JSON.parse(text) as { data: BatchResult }).data;
}

/** The points of one metric in [startMs, endMs): the samples themselves while `datapoints` is at least their number. */
export async function readSeries(
  origin: string,
  token: string,
  deviceId: number,
  metric: string,
  startMs: number,
  endMs: number,
  datapoints = 5_000,
): Promise<Point[]> {
  const query = new URLSearchParams({
    device_id: String(deviceId),
    "metrics[]": metric,
    start_time: new Date(startMs).toISOString(),
    end_time: new Date(endMs).toISOString(),
    datapoints: String(datapoints),
  });
  const { data } = await call<{ data: Record<string, Point[]> }>(
    origin,
    `/v1/telemetry_timeseries?${query}`,
    { token },
  );
  return data[metric] ?? [];
}
