/** Samplers for every machine that somebody sees: the last eight hours at once, then what they do now, until it is stopped. */
import { PASSWORD } from "./stand.ts";
import { MINUTE_MS } from "#app/domain/durations.ts";

type Machine = { id: number; key: string };
const PAST_MINUTES = 8 * 60;
const POST_MS = 4_000;
/** At one sheet a turn. */
const SHEETS_PER_HOUR_AND_RPM = 60;

async function call<T>(url: string, body: unknown, token?: string): Promise<T> {
  const headers = {
    "content-type": "application/json",
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(url, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** A machine's pace and state at a minute: slow waves, each machine its own, with a stop now and then. */
function at(id: number, minute: number) {
  const stopped = (minute + id * 37) % 97 < 6;
  const wave = Math.sin((minute + id * 13) / 23);
  const speed = stopped ? 0 : Math.round(120 + (id % 7) * 14 + 18 * wave);
  return {
    speed,
    state: stopped
      ? id % 2 === 0
        ? "not_ready"
        : "ready_in_setup"
      : id % 9 === 0
        ? "running"
        : "running_and_feeding",
  };
}

export async function runPlant(origin: string, email: string): Promise<{ stop(): void }> {
  const { data } = await call<{ data: { token: string } }>(`${origin}/v1/login`, {
    email,
    password: PASSWORD,
  });
  const { data: devices } = await call<{ data: { id: number }[] }>(
    `${origin}/v1/devices`,
    undefined,
    data.token,
  );
  const machines: Machine[] = [];
  for (const { id } of devices) {
    const sampler = { device_id: id, name: "Line PLC", spec: "http", only_mapped_tags: false };
    machines.push({
      id,
      key: (await call<{ data: { key: string } }>(`${origin}/v1/samplers`, sampler, data.token))
        .data.key,
    });
  }
  const post = async ({ id, key }: Machine, times: number[]) => {
    const all = times.map((time) => at(id, Math.floor(time / MINUTE_MS)));
    const tags = {
      machine_state: all.map(({ state }) => state),
      machine_speed: all.map(({ speed }) => speed),
      // Not as a count: the simulator's, which some of them had before, would seem to jump.
      sheets_per_hour: all.map(({ speed }) => speed * SHEETS_PER_HOUR_AND_RPM),
      sheet_size: times.map(() => 11.4),
      signal_dbm: times.map(() => -66 - (id % 5) * 11),
    };
    const frame = {
      batch_id: crypto.randomUUID(),
      frames: [{ times, tags }],
      buffered: 0,
      dropped: 0,
    };
    await call(`${origin}/ingest/v1/batches`, frame, key);
  };
  const now = Date.now();
  for (const machine of machines)
    await post(
      machine,
      Array.from({ length: PAST_MINUTES }, (_, index) => now - (PAST_MINUTES - index) * MINUTE_MS),
    );
  const live = () => Promise.allSettled(machines.map((machine) => post(machine, [Date.now()])));
  // The first page sees values of now.
  await live();
  const timer = setInterval(() => void live(), POST_MS);
  return { stop: () => clearInterval(timer) };
}
