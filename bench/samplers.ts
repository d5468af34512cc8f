/**
 * A sampler with 5,000 tags, as many as a machine may map: how long its lists, filters, views and changes take over HTTP, on
 * a whole Helios with a day of samples. Floor: the same calls for a sampler with no tags. Target: 300 ms, the worst of all rounds.
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { HOUR_MS } from "#app/domain/durations.ts";
import { MAX_MAPPINGS_PER_MACHINE } from "#app/domain/limits.ts";
import { call, startHelios } from "./_helios.ts";

export const about = "a sampler with 5,000 tags: ms to list, filter, look and map, over HTTP";

const TARGET_MS = 300;
const SHARE = 1_000;
/** For what the rounds map. */
const ROOM = 400;
const PASSWORD = "Helios-Demo-2026";
const EMAIL = "superuser@helios.example";

type Sampler = { id: number; deviceId: number; key: string };
type Ask = {
  name: string;
  /** Answers the address and what is sent; a change has a new body each time. */
  of: (sampler: Sampler, round: number) => { path: string; method?: string; body?: unknown };
  isPage?: boolean;
};

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tags: { type: "string", default: String(MAX_MAPPINGS_PER_MACHINE - ROOM) },
      rounds: { type: "string", default: "15" },
      only: { type: "string", default: "" },
    },
  });
  const [tags, rounds] = [Number(values.tags), Number(values.rounds)];
  const helios = await startHelios();
  try {
    const { origin } = helios;
    const { data } = await call<{ data: { token: string } }>(`${origin}/v1/login`, {
      email: EMAIL,
      password: PASSWORD,
    });
    const session = { token: data.token, cookie: await signInByForm(origin) };
    const [none, many] = [
      await newSampler(origin, data.token, 1),
      await newSampler(origin, data.token, 2),
    ];
    await mapAll(origin, data.token, many, tags);
    await sendDay(origin, many, tags);
    console.log(`${tags} tags on one sampler, ${rounds} rounds, ${cpus().length} × ${cpus()[0]?.model ?? "unknown CPU"}, Node ${process.version}; target ${TARGET_MS} ms; first the load\n`); // prettier-ignore
    for (const ask of asks(tags).filter(({ name }) => name.includes(values.only))) {
      const [floor, measured] = await timesOf(origin, session, ask, [none, many], rounds);
      const worst = measured.at(-1)!;
      console.log(
        `${loadavg()[0]!.toFixed(0).padStart(2)}  ${ask.name.padEnd(34)} ${show(measured)} (none: ${show(floor)})${worst < TARGET_MS ? "" : "  OVER"}`,
      );
    }
  } finally {
    await helios.stop();
  }
}

const show = (times: number[]) =>
  `${times[times.length >> 1]!.toFixed(0)} ms, at most ${times.at(-1)!.toFixed(0)}`;
const keyOf = (n: number) => `Line7.Station${n % 40}.Drive${n}.Speed`;
const nameOf = (n: number) => `station_${n % 40}_drive_${n}_speed`;

function asks(tags: number): Ask[] {
  const definitions = (query: string) => ({
    of: ({ id }: Sampler) => ({ path: `/v1/samplers/${id}/telemetry_definitions?${query}` }),
  });
  const page = (query: string) => ({
    isPage: true,
    of: ({ id, deviceId }: Sampler) => ({
      path: `/machines/${deviceId}/samplers?sampler=${id}&${query}`,
    }),
  });
  const last = Math.ceil(tags / 30);
  const newRow = (round: number, n: number, id: number) => ({
    machine_key: `New.R${round}.T${n}`,
    human_key: `new_${id}_${round}_${n}`,
  });
  return [
    { name: "/v1 first page", ...definitions("") },
    { name: "/v1 last page", ...definitions(`page=${last}`) },
    { name: "/v1 filter, few found", ...definitions("filters[ilike][machine_key]=DRIVE4321.") },
    { name: "/v1 filter, all found", ...definitions("filters[ilike][human_key]=SPEED") },
    { name: "/v1 filter, none found", ...definitions("filters[ilike][machine_key]=nothing") },
    {
      name: "/v1 is the key free?",
      ...definitions(`filters[eq][machine_key]=${encodeURIComponent(keyOf(17))}`),
    },
    {
      name: "/v1 suggested tags",
      of: ({ deviceId }) => ({
        path: `/v1/telemetry_definitions/suggested_tags?machine_key=Station7.Drive.Speed&device_id=${deviceId}`,
      }),
    },
    { name: "/v1 health", of: ({ id }) => ({ path: `/v1/samplers/${id}/health` }) },
    { name: "tab, mappings", ...page("") },
    { name: "tab, filtered", ...page("q=drive4321") },
    { name: "tab, by human tag, last page", ...page(`sort=-human_key&page=${last}`) },
    { name: "tab, is it well?", ...page("view=health") },
    { name: "tab, seen but not mapped", ...page("view=unmapped") },
    { name: "tab, configure a site", ...page("view=site") },
    {
      name: "map one tag",
      of: ({ id }, round) => ({
        path: "/v1/telemetry_definitions",
        body: { sampler_id: id, ...newRow(round, 100, id) },
      }),
    },
    {
      name: "map five tags in one act",
      of: ({ id }, round) => ({
        path: `/v1/samplers/${id}/telemetry_definitions`,
        body: { mappings: Array.from({ length: 5 }, (_, n) => newRow(round, n, id)) },
      }),
    },
    {
      name: "what a file of all would change",
      of: ({ id }) => ({
        path: `/v1/samplers/${id}/telemetry_definitions`,
        body: {
          mappings: Array.from({ length: tags }, (_, n) => ({
            machine_key: keyOf(n),
            human_key: nameOf(n),
          })),
          taken: "skip",
          dry_run: true,
        },
      }),
    },
  ];
}

/** Per sampler its times, ascending. They take turns, so that other work on the machine slows both. */
async function timesOf<Samplers extends readonly Sampler[]>(
  origin: string,
  session: { token: string; cookie: string },
  ask: Ask,
  samplers: readonly [...Samplers],
  rounds: number,
): Promise<{ [Index in keyof Samplers]: number[] }> {
  const times = samplers.map((): number[] => []);
  for (let round = -1; round < rounds; round++) {
    for (const [at, sampler] of samplers.entries()) {
      const took = await timeOf(origin, session, ask, ask.of(sampler, round + 1));
      // The first fills what is remembered.
      if (round >= 0) times[at]!.push(took);
    }
  }
  return times.map((each) => each.sort((a, b) => a - b)) as {
    [Index in keyof Samplers]: number[];
  };
}

async function timeOf(
  origin: string,
  session: { token: string; cookie: string },
  { name, isPage }: Ask,
  { path, body }: ReturnType<Ask["of"]>,
): Promise<number> {
  const from = performance.now();
  const answer = await fetch(origin + path, {
    method: body === undefined ? "GET" : "POST",
    headers: isPage
      ? { cookie: session.cookie }
      : { authorization: `Bearer ${session.token}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${text.slice(0, 300)}`);
  return performance.now() - from;
}

async function newSampler(origin: string, token: string, deviceId: number): Promise<Sampler> {
  const body = { device_id: deviceId, name: "Bench", spec: "OpcUa", only_mapped_tags: false };
  const { data } = await call<{ data: { id: number; key: string } }>(
    `${origin}/v1/samplers`,
    body,
    token,
  );
  return { id: data.id, deviceId, key: data.key };
}

async function mapAll(origin: string, token: string, { id }: Sampler, tags: number): Promise<void> {
  for (let from = 0; from < tags; from += SHARE) {
    const mappings = Array.from({ length: Math.min(SHARE, tags - from) }, (_, n) => ({
      machine_key: keyOf(from + n),
      human_key: nameOf(from + n),
    }));
    const started = performance.now();
    await call(`${origin}/v1/samplers/${id}/telemetry_definitions`, { mappings }, token);
    console.log(
      `mapped ${mappings.length} more tags in ${(performance.now() - started).toFixed(0)} ms`,
    );
  }
}

/** A sample an hour of every tag, and one a minute of the last ten minutes. */
async function sendDay(origin: string, { key }: Sampler, tags: number): Promise<void> {
  const nowMs = Date.now();
  const times = [
    ...Array.from({ length: 24 }, (_, n) => nowMs - (25 - n) * HOUR_MS),
    ...Array.from({ length: 10 }, (_, n) => nowMs - (10 - n) * 60_000),
  ];
  for (let from = 0; from < tags; from += SHARE) {
    const count = Math.min(SHARE, tags - from);
    const sent = Object.fromEntries(
      Array.from({ length: count }, (_, n) => [keyOf(from + n), times.map((_, at) => at + n)]),
    );
    const body = { batch_id: `b${from}`, frames: [{ times, tags: sent }], buffered: 0, dropped: 0 };
    await call(`${origin}/ingest/v1/batches`, body, key);
  }
}

async function signInByForm(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email: EMAIL, password: PASSWORD }),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (answer.status >= 400 || cookies.length === 0)
    throw new Error(`the form of /login answered ${answer.status}`);
  return cookies.join("; ");
}
