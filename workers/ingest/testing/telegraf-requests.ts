/**
 * Requests as Telegraf sends them, by its outputs' code and the example output in its inputs' documentation
 * (plugins/outputs/{influxdb,influxdb_v2,http}, plugins/inputs/{opcua,modbus,s7comm}, of 1.28 to 1.36). Times stand as
 * `{ns}`: the moment at which a test sends them, in nanoseconds.
 */
export type TelegrafRequest = {
  output: "influxdb" | "influxdb_v2" | "http";
  path: string;
  /** `{key}` is the sampler's key, `{basic}` user and key as Basic has them. */
  headers: Record<string, string>;
  /** Sent in chunks without a length, as Go does with a body that it packs while it sends. */
  isChunked: boolean;
};

const USER_AGENT = "Telegraf/1.36.4 Go/1.25.3";
const LINES = "text/plain; charset=utf-8";

/** Before its first write, `influxdb` asks for its database; the answer decides nothing, but a refusal is logged each time. */
export const CREATE_DATABASE = {
  path: "/query",
  headers: {
    "User-Agent": USER_AGENT,
    "Content-Type": "application/x-www-form-urlencoded",
    Authorization: "Basic {basic}",
  },
  body: "q=CREATE+DATABASE+%22telegraf%22",
};

export const TELEGRAF_REQUESTS: readonly TelegrafRequest[] = [
  // content_encoding is gzip unless the configuration says otherwise.
  {
    output: "influxdb",
    path: "/write?db=telegraf",
    headers: {
      "User-Agent": USER_AGENT,
      "Content-Type": LINES,
      "Content-Encoding": "gzip",
      Authorization: "Basic {basic}",
    },
    isChunked: true,
  },
  {
    output: "influxdb",
    path: "/write?consistency=any&db=telegraf&rp=autogen",
    headers: { "User-Agent": USER_AGENT, "Content-Type": LINES, Authorization: "Basic {basic}" },
    isChunked: true,
  },
  {
    output: "influxdb_v2",
    path: "/api/v2/write?bucket=helios&org=helios",
    headers: {
      "User-Agent": USER_AGENT,
      "Content-Type": LINES,
      "Content-Encoding": "gzip",
      Authorization: "Token {key}",
    },
    isChunked: true,
  },
  {
    output: "influxdb_v2",
    path: "/api/v2/write?bucket=helios&org=helios",
    headers: { "User-Agent": USER_AGENT, "Content-Type": LINES, Authorization: "Token {key}" },
    isChunked: true,
  },
  // data_format = "influx"; url and Authorization are the configuration's own.
  {
    output: "http",
    path: "/api/v2/write",
    headers: { "User-Agent": USER_AGENT, "Content-Type": LINES, Authorization: "Token {key}" },
    isChunked: false,
  },
  {
    output: "http",
    path: "/api/v2/write?precision=ns",
    headers: {
      "User-Agent": USER_AGENT,
      "Content-Type": LINES,
      "Content-Encoding": "gzip",
      Authorization: "Bearer {key}",
    },
    isChunked: false,
  },
];

type Measurement = { input: string; lines: string; values: Record<string, number | string> };

/** What each input's documentation shows, and what Helios is to make of it. */
export const MEASUREMENTS: readonly Measurement[] = [
  {
    input: "opcua",
    lines:
      'opcua,id=ns\\=3;s\\=Temperature temp=79,Quality="OK (0x0)",DataType="Float" {ns}\n' +
      'opcua,id=ns\\=3;s\\=Zones zone[0]=79,zone[1]=38.9,Quality="OK (0x0)" {ns}\n',
    // A field that two lines of a moment have is told apart by measurement and node.
    values: {
      temp: 79,
      "zone[0]": 79,
      "zone[1]": 38.9,
      "opcua_ns=3;s=Temperature_Quality": "OK (0x0)",
      "opcua_ns=3;s=Zones_Quality": "OK (0x0)",
      DataType: "Float",
    },
  },
  {
    input: "modbus",
    lines:
      "modbus,name=Device,slave_id=1,type=holding_register energy=3254.5,power=23.5,frequency=49.97 {ns}\n" +
      "modbus,name=Device,slave_id=1,type=input_register counter=1554079521u,level=-12i {ns}\n" +
      "modbus,name=Device,slave_id=1,type=coil motor1_run=1u {ns}\n",
    values: {
      energy: 3254.5,
      power: 23.5,
      frequency: 49.97,
      counter: 1_554_079_521,
      level: -12,
      motor1_run: 1,
    },
  },
  {
    input: "s7comm",
    lines:
      's7comm,host=Hugin rpm=712i,status_ok=true,last_error="empty slot",last_error_time=1611319681000000000i {ns}\n',
    values: {
      rpm: 712,
      status_ok: 1,
      last_error: "empty slot",
      last_error_time: 1_611_319_681_000_000_000,
    },
  },
];
