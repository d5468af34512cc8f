/**
 * What a person copies to the machine's site: Telegraf's configuration with the mapped tags filled in, and a batch sent
 * with curl. The key is a variable of the environment and stands in neither. Option names are those of Telegraf 1.29 and
 * later (plugins/inputs/{opcua,modbus,s7comm,mqtt_consumer}, plugins/outputs/influxdb_v2).
 */
export const KEY_VARIABLE = "HELIOS_SAMPLER_KEY";
export const ENROLLMENT_VARIABLE = "HELIOS_ENROLLMENT_KEY";

export type SiteTag = { machineKey: string; humanKey: string; typeName?: string | null };
export type Site = {
  spec: string;
  /** Of Helios, with scheme: `https://helios.example`. */
  origin: string;
  plcAddress: string | null;
  plcPort: number | null;
  tags: readonly SiteTag[];
};

/** TOML for telegraf.conf. Tags whose key says no address of the protocol stand as comments, to be completed by hand. */
export function telegrafConfig(site: Site): string {
  return [
    "[agent]",
    '  interval = "1s"',
    '  flush_interval = "1s"',
    "  metric_batch_size = 5000",
    "  metric_buffer_limit = 500000",
    "  omit_hostname = true",
    "",
    "[[outputs.influxdb_v2]]",
    `  urls = [${quoted(site.origin)}]`,
    `  token = "\${${KEY_VARIABLE}}"`,
    '  organization = "helios"',
    '  bucket = "helios"',
    "",
    ...inputOf(site),
    "",
  ].join("\n");
}

function inputOf(site: Site): string[] {
  switch (site.spec) {
    case "OpcUa":
      return opcua(site);
    case "ModbusTCP":
      return modbus(site);
    case "SiemensS7":
      return s7(site);
    case "Mqtt":
      return mqtt(site);
    default:
      return [
        "# Add the input that reads your machine, such as [[inputs.opcua]], [[inputs.modbus]] or [[inputs.s7comm]].",
        "# Its fields are the tags; these are mapped in Helios:",
        ...site.tags.map(({ machineKey, humanKey }) => `#   ${machineKey} = ${humanKey}`),
      ];
  }
}

const ADDRESS = "PLC_ADDRESS";
const hostOf = ({ plcAddress, plcPort }: Site, port: number): string =>
  `${plcAddress ?? ADDRESS}:${plcPort ?? port}`;

/** Keys as OPC UA writes node ids, `ns=2;s=Main.Speed`; a plain name is a string of namespace 2. */
function opcua(site: Site): string[] {
  return [
    "[[inputs.opcua]]",
    `  endpoint = ${quoted(`opc.tcp://${hostOf(site, 4840)}`)}`,
    '  security_policy = "None"',
    '  security_mode = "None"',
    '  auth_method = "Anonymous"',
    '  fieldexclude = ["Quality"]',
    "  nodes = [",
    ...site.tags.map(({ machineKey }) => {
      const [, namespace = "2", type = "s", identifier = machineKey] =
        /^ns=(\d{1,5});([isgb])=(.+)$/.exec(machineKey) ?? [];
      return `    { name = ${quoted(machineKey)}, namespace = ${quoted(namespace)}, identifier_type = ${quoted(type)}, identifier = ${quoted(identifier)} },`;
    }),
    "  ]",
  ];
}

const REGISTERS: Record<string, { order: string; type: string; count: number }> = {
  sint: { order: "AB", type: "INT16", count: 1 },
  int: { order: "AB", type: "INT16", count: 1 },
  uint: { order: "AB", type: "UINT16", count: 1 },
  dint: { order: "ABCD", type: "INT32", count: 2 },
  udint: { order: "ABCD", type: "UINT32", count: 2 },
  real: { order: "ABCD", type: "FLOAT32", count: 2 },
};

/** Keys that are register numbers: 1–9999 coils, 30001– input registers, 40001– holding registers. */
function modbus(site: Site): string[] {
  const lists = {
    coils: [] as string[],
    input_registers: [] as string[],
    holding_registers: [] as string[],
  };
  const unknown: string[] = [];
  for (const { machineKey, typeName } of site.tags) {
    const number = /^\d{1,5}$/.test(machineKey) ? Number(machineKey) : 0;
    const register = REGISTERS[(typeName ?? "int").toLowerCase()] ?? REGISTERS["int"]!;
    const line = (base: number) =>
      `    { name = ${quoted(machineKey)}, byte_order = ${quoted(register.order)}, data_type = ${quoted(register.type)}, scale = 1.0, address = [${Array.from({ length: register.count }, (_, n) => number - base + n).join(", ")}] },`;
    if (number >= 1 && number <= 9_999)
      lists.coils.push(`    { name = ${quoted(machineKey)}, address = [${number - 1}] },`);
    else if (number >= 30_001 && number <= 39_999) lists.input_registers.push(line(30_001));
    else if (number >= 40_001 && number <= 49_999) lists.holding_registers.push(line(40_001));
    else unknown.push(machineKey);
  }
  return [
    "[[inputs.modbus]]",
    '  name = "machine"',
    "  slave_id = 1",
    '  timeout = "1s"',
    `  controller = ${quoted(`tcp://${hostOf(site, 502)}`)}`,
    ...Object.entries(lists).flatMap(([name, lines]) =>
      lines.length === 0 ? [] : [`  ${name} = [`, ...lines, "  ]"],
    ),
    ...missing(unknown, "a register number such as 40001"),
  ];
}

/** Keys that are addresses as the input takes them: `DB10.R4`, `DB1.X0.3`. */
function s7(site: Site): string[] {
  const isAddress = ({ machineKey }: SiteTag) =>
    /^DB\d{1,5}\.(?:X\d{1,5}\.[0-7]|(?:B|C|W|DW|I|DI|LI|R|LR|DT)\d{1,5}|S\d{1,5}\.\d{1,3})$/.test(
      machineKey,
    );
  return [
    "[[inputs.s7comm]]",
    `  server = ${quoted(hostOf(site, 102))}`,
    "  rack = 0",
    "  slot = 1",
    "  [[inputs.s7comm.metric]]",
    '    name = "machine"',
    "    fields = [",
    ...site.tags
      .filter(isAddress)
      .map(
        ({ machineKey }) =>
          `      { name = ${quoted(machineKey)}, address = ${quoted(machineKey)} },`,
      ),
    "    ]",
    ...missing(
      site.tags.filter((tag) => !isAddress(tag)).map(({ machineKey }) => machineKey),
      "an address such as DB10.R4",
    ),
  ];
}

const mqtt = (site: Site): string[] => [
  "[[inputs.mqtt_consumer]]",
  `  servers = [${quoted(`${site.plcPort === 1883 ? "tcp" : "ssl"}://${hostOf(site, 8883)}`)}]`,
  '  topics = ["machine/#"]',
  "  # Each message is a JSON object of tags and values.",
  '  data_format = "json"',
  "  json_string_fields = [",
  ...site.tags
    .filter(({ typeName }) => (typeName ?? "").toLowerCase().includes("string"))
    .map(({ machineKey }) => `    ${quoted(machineKey)},`),
  "  ]",
];

const missing = (keys: readonly string[], what: string): string[] =>
  keys.length === 0
    ? []
    : [
        `  # These machine tags are not ${what}: add them by hand under these names.`,
        ...keys.map((key) => `  #   ${key}`),
      ];

/** A basic string of TOML, which has JSON's escapes. Telegraf puts variables in before it reads TOML: a `$` is escaped too. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll("$", "\\u0024");

/** One sample of a tag of its own, with the time of the machine that sends it. */
export const curlTest = (origin: string): string =>
  [
    `curl -i -X POST "${origin}/ingest/v1/batches" \\`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '{"batch_id":"test","frames":[{"times":['"$(date +%s)000"'],"tags":{"helios_test":[1]}}],"buffered":0,"dropped":0}'`,
  ].join("\n");

/**
 * A first machine by an enrollment key, and its first readings; told again it is the same machine (README, Beginning from
 * nothing). For a POSIX shell. Where no machine is added, nothing is sent and what was answered is shown.
 */
export const curlFirstMachine = (origin: string): string =>
  [
    `ANSWER=$(curl -sS "${origin}/ingest/v1/enroll" -H "Authorization: Bearer $${ENROLLMENT_VARIABLE}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"serial_number":"FIRST-1","make":"Sun","model":"625","sampler":{"name":"curl","spec":"http"}}')`,
    `${KEY_VARIABLE}=$(echo "$ANSWER" | sed -n 's/.*"key":"\\([^"]*\\)".*/\\1/p')`,
    `[ -z "$${KEY_VARIABLE}" ] && echo "No machine was added. $ANSWER" ||`,
    `curl -sS "${origin}/ingest/v1/batches" -H "Authorization: Bearer $${KEY_VARIABLE}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"batch_id":"first-'"$(date +%s)"'","frames":[{"times":['"$(date +%s)000"'],` +
      `"tags":{"machine_speed":[182.5],"machine_state":["running_and_feeding"]}}],"buffered":0,"dropped":0}'`,
  ].join("\n");
