/**
 * The inputs of a telegraf.conf, each as its plugin's README has it (plugins/inputs/{opcua,modbus,s7comm,mqtt_consumer},
 * Telegraf 1.29 and later). A tag whose key or type does not say all that the input needs is left out with the reason: a
 * guess would read wrong values.
 */
export type SiteTag = { machineKey: string; humanKey: string; typeName?: string | null };
export type InputSite = {
  plcAddress: string | null;
  plcPort: number | null;
  tags: readonly SiteTag[];
};

type LeftOut = { machineKey: string; why: string };
export type TelegrafInput = { lines: string[]; leftOut: LeftOut[] };

export function inputOf(site: InputSite & { spec: string }): TelegrafInput {
  switch (site.spec) {
    case "OpcUa":
      return opcua(site);
    case "ModbusTCP":
      return modbus(site);
    case "SiemensS7":
      return s7(site);
    case "Mqtt":
      return { lines: mqtt(site), leftOut: [] };
    default:
      return {
        lines: [
          "# Add the input that reads your machine, such as [[inputs.opcua]], [[inputs.modbus]] or [[inputs.s7comm]].",
          "# Its fields are the tags; these are mapped in Helios:",
          ...site.tags.map(({ machineKey, humanKey }) => `#   ${machineKey} = ${humanKey}`),
        ],
        leftOut: [],
      };
  }
}

const ADDRESS = "PLC_ADDRESS";
const hostOf = ({ plcAddress, plcPort }: InputSite, port: number): string =>
  `${plcAddress ?? ADDRESS}:${plcPort ?? port}`;

/** A line of the configuration for a tag, or why there is none. */
type Read<Line> = { line: Line } | { why: string };

function sort<Line>(
  tags: readonly SiteTag[],
  read: (tag: SiteTag) => Read<Line>,
): { lines: Line[]; leftOut: LeftOut[] } {
  const lines: Line[] = [];
  const leftOut: LeftOut[] = [];
  for (const tag of tags) {
    const answer = read(tag);
    if ("line" in answer) lines.push(answer.line);
    else leftOut.push({ machineKey: tag.machineKey, why: answer.why });
  }
  return { lines, leftOut };
}

/** Telegraf does not start with an input that reads nothing. */
const unlessEmpty = (input: string[], isEmpty: boolean): string[] =>
  isEmpty
    ? [
        "# No mapped tag can be read yet. Map some, then take this file anew:",
        ...input.map(comment),
      ]
    : input;
const comment = (line: string): string => `# ${line}`;

/** Keys as OPC UA writes node ids, `ns=2;s=Main.Speed`; a plain name is a string of namespace 2. */
function opcua(site: InputSite): TelegrafInput {
  const { lines, leftOut } = sort<string>(site.tags, ({ machineKey }) => {
    const [, namespace = "2", type = "s", identifier = machineKey] =
      /^ns=(\d{1,5});([isgb])=(.+)$/.exec(machineKey) ?? [];
    if (/\|\d{1,2}$/.test(machineKey))
      return { why: "OPC UA reads nodes, not single bits of them" };
    if (type === "i" && !/^\d{1,10}$/.test(identifier))
      return { why: "behind i= there has to be a number" };
    return {
      line: `    { name = ${quoted(machineKey)}, namespace = ${quoted(namespace)}, identifier_type = ${quoted(type)}, identifier = ${quoted(identifier)} },`,
    };
  });
  const input = [
    "[[inputs.opcua]]",
    `  endpoint = ${quoted(`opc.tcp://${hostOf(site, 4840)}`)}`,
    '  security_policy = "None"',
    '  security_mode = "None"',
    '  auth_method = "Anonymous"',
    '  fieldexclude = ["Quality"]',
    "  nodes = [",
    ...lines,
    "  ]",
  ];
  return { lines: unlessEmpty(input, lines.length === 0), leftOut };
}

const AREAS = {
  "0": "coils",
  "1": "discrete_inputs",
  "3": "input_registers",
  "4": "holding_registers",
} as const;
type Area = (typeof AREAS)[keyof typeof AREAS];

/** Types of IEC 61131-3, and as others call them, by the plugin's `data_type` and how many registers they take. */
const REGISTERS: readonly [type: string, words: 1 | 2 | 4, names: readonly string[]][] = [
  ["INT8L", 1, ["sint", "int8"]],
  ["UINT8L", 1, ["usint", "byte", "uint8"]],
  ["INT16", 1, ["int", "int16"]],
  ["UINT16", 1, ["uint", "word", "uint16", "bool"]],
  ["INT32", 2, ["dint", "int32"]],
  ["UINT32", 2, ["udint", "dword", "uint32"]],
  ["INT64", 4, ["lint", "int64"]],
  ["UINT64", 4, ["ulint", "lword", "uint64"]],
  // FLOAT32 without IEEE would be an integer with a fixed point.
  ["FLOAT32-IEEE", 2, ["real", "float", "float32"]],
  ["FLOAT64-IEEE", 4, ["lreal", "double", "float64"]],
];
const BYTES = "ABCDEFGH";
const MAX_REGISTER = 65_536;

/**
 * Keys that are references of Modbus: 1 to 9999 coils, 10001 discrete inputs, 30001 input registers, 40001 holding
 * registers, with six digits up to 465536; `40001|3` is a bit of a register.
 */
function modbus(site: InputSite): TelegrafInput {
  const { lines, leftOut } = sort(site.tags, readReference);
  const listOf = (area: Area): string[] => {
    const own = lines.filter((line) => line.area === area);
    return own.length === 0 ? [] : [`  ${area} = [`, ...own.map(({ text }) => text), "  ]"];
  };
  const input = [
    "[[inputs.modbus]]",
    '  name = "machine"',
    "  slave_id = 1",
    '  timeout = "1s"',
    `  controller = ${quoted(`tcp://${hostOf(site, 502)}`)}`,
    ...Object.values(AREAS).flatMap(listOf),
  ];
  return { lines: unlessEmpty(input, lines.length === 0), leftOut };
}

function readReference({ machineKey, typeName }: SiteTag): Read<{ area: Area; text: string }> {
  const [, digits, bitText] = /^(\d{1,6})(?:\|(\d{1,2}))?$/.exec(machineKey) ?? [];
  if (digits === undefined) return { why: "no register number such as 40001" };
  const area = digits.length < 5 ? "coils" : AREAS[digits[0] as keyof typeof AREAS];
  const number = Number(digits.length < 5 ? digits : digits.slice(1));
  if (area === undefined || number < 1 || number > MAX_REGISTER)
    return { why: "no register number such as 40001" };
  const field = (options: string, address: readonly number[]) => ({
    line: {
      area,
      text: `    { name = ${quoted(machineKey)}, ${options}address = [${address.join(", ")}] },`,
    },
  });
  const first = number - 1;
  const bit = bitText === undefined ? null : Number(bitText);
  if (area === "coils" || area === "discrete_inputs")
    return bit === null ? field("", [first]) : { why: "it is one bit already" };
  if (typeName === null || typeName === undefined)
    return { why: "choose a type in its mapping, such as INT or REAL" };
  const name = typeName.toLowerCase();
  const [type, words] = REGISTERS.find(([, , names]) => names.includes(name)) ?? [];
  if (type === undefined || words === undefined)
    return { why: `how many registers a ${typeName} takes is not known` };
  if (first + words > MAX_REGISTER) return { why: `a ${typeName} has no room there` };
  if (bit === null) {
    const order = BYTES.slice(0, words * 2);
    return field(
      `byte_order = ${quoted(order)}, data_type = ${quoted(type)}, scale = 1.0, `,
      Array.from({ length: words }, (_, n) => first + n),
    );
  }
  if (bit >= words * 16) return { why: `a ${typeName} has no bit ${bit}` };
  // The register with the highest bits comes first.
  const register = first + words - 1 - Math.floor(bit / 16);
  return field(`byte_order = "AB", data_type = "BIT", bit = ${bit % 16}, scale = 1.0, `, [
    register,
  ]);
}

/** Keys that are addresses as the input takes them: `DB10.R4`, `DB1.X0.3`. */
function s7(site: InputSite): TelegrafInput {
  const { lines, leftOut } = sort<string>(site.tags, ({ machineKey }) =>
    /^DB\d{1,5}\.(?:X\d{1,5}\.[0-7]|(?:B|C|W|DW|I|DI|LI|R|LR|DT)\d{1,5}|S\d{1,5}\.\d{1,3})$/.test(
      machineKey,
    )
      ? { line: `      { name = ${quoted(machineKey)}, address = ${quoted(machineKey)} },` }
      : { why: "no address such as DB10.R4" },
  );
  const input = [
    "[[inputs.s7comm]]",
    `  server = ${quoted(hostOf(site, 102))}`,
    "  rack = 0",
    "  # 1 for S7-1200 and S7-1500, 2 for S7-300",
    "  slot = 1",
    "  [[inputs.s7comm.metric]]",
    '    name = "machine"',
    "    fields = [",
    ...lines,
    "    ]",
  ];
  return { lines: unlessEmpty(input, lines.length === 0), leftOut };
}

const mqtt = (site: InputSite): string[] => [
  "[[inputs.mqtt_consumer]]",
  `  servers = [${quoted(`${site.plcPort === 1883 ? "tcp" : "ssl"}://${hostOf(site, 8883)}`)}]`,
  '  topics = ["machine/#"]',
  "  # Each message is a JSON object of tags and values. Without this, texts and true or false would be left out.",
  '  data_format = "json"',
  '  json_string_fields = ["*"]',
];

/** A basic string of TOML, which has JSON's escapes. Telegraf puts variables in before it reads TOML: a `$` is escaped too. */
export const quoted = (text: string): string => JSON.stringify(text).replaceAll("$", "\\u0024");
