import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { BASE_TYPES } from "./base-types.ts";
import {
  countLeftOut,
  curlFirstMachine,
  curlTest,
  ENROLLMENT_VARIABLE,
  KEY_VARIABLE,
  telegrafConfig,
  type Site,
} from "./site-config.ts";

const site = (change: Partial<Site>): Site => ({
  spec: "OpcUa",
  origin: "https://helios.example",
  plcAddress: "10.0.0.5",
  plcPort: 4840,
  tags: [{ machineKey: "Main.Speed", humanKey: "machine_speed" }],
  ...change,
});

it("writes to Helios with the key left to the environment", () => {
  for (const spec of ["OpcUa", "ModbusTCP", "SiemensS7", "Mqtt", "ControlLogix"]) {
    const text = telegrafConfig(site({ spec }));
    expect(text).toContain('urls = ["https://helios.example"]');
    expect(text).toContain(`token = "\${${KEY_VARIABLE}}"`);
    expect(text).not.toContain("hsk_");
  }
  expect(curlTest("https://helios.example")).toContain(`Bearer $${KEY_VARIABLE}`);
});

it("fills the mapped tags into an OPC UA input, node ids taken apart", () => {
  const text = telegrafConfig(
    site({ tags: [...site({}).tags, { machineKey: "ns=3;i=1007", humanKey: "x" }] }),
  );
  expect(text).toContain('endpoint = "opc.tcp://10.0.0.5:4840"');
  expect(text).toContain(
    '{ name = "Main.Speed", namespace = "2", identifier_type = "s", identifier = "Main.Speed" },',
  );
  expect(text).toContain(
    '{ name = "ns=3;i=1007", namespace = "3", identifier_type = "i", identifier = "1007" },',
  );
});

describe("a Modbus input", () => {
  const configOf = (...tags: [machineKey: string, typeName?: string][]) =>
    telegrafConfig(
      site({
        spec: "ModbusTCP",
        plcPort: 502,
        tags: tags.map(([machineKey, typeName]) => ({
          ...{ machineKey, humanKey: `h${machineKey}`, typeName: typeName ?? null },
        })),
      }),
    );

  it.each([
    ["SINT", "AB", "INT8L", "8"],
    ["BYTE", "AB", "UINT8L", "8"],
    ["INT", "AB", "INT16", "8"],
    ["UINT", "AB", "UINT16", "8"],
    ["WORD", "AB", "UINT16", "8"],
    ["BOOL", "AB", "UINT16", "8"],
    ["DINT", "ABCD", "INT32", "8, 9"],
    ["UDINT", "ABCD", "UINT32", "8, 9"],
    ["DWORD", "ABCD", "UINT32", "8, 9"],
    ["LINT", "ABCDEFGH", "INT64", "8, 9, 10, 11"],
    ["ULINT", "ABCDEFGH", "UINT64", "8, 9, 10, 11"],
    ["REAL", "ABCD", "FLOAT32-IEEE", "8, 9"],
    ["LReal", "ABCDEFGH", "FLOAT64-IEEE", "8, 9, 10, 11"],
  ])("reads a %s as the plugin means it", (typeName, order, type, address) => {
    expect(configOf(["40009", typeName])).toContain(
      `holding_registers = [\n    { name = "40009", byte_order = "${order}", data_type = "${type}", scale = 1.0, address = [${address}] },`,
    );
  });

  it("reads every base type of one value but texts, so that each can be chosen in a mapping", () => {
    const single = BASE_TYPES.filter(({ type }) => type !== "structure" && type !== "string");
    expect(single.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["UINT", "UDINT", "LINT", "LREAL", "WORD", "DWORD"]),
    );
    for (const { name } of single) expect(configOf(["40009", name])).toContain('name = "40009"');
  });

  it("puts references into the registers that they name, with five digits or six", () => {
    const text = configOf(["12", "BOOL"], ["10001"], ["30010", "INT"], ["465535", "DINT"]);
    expect(text).toContain('coils = [\n    { name = "12", address = [11] },');
    expect(text).toContain('discrete_inputs = [\n    { name = "10001", address = [0] },');
    expect(text).toMatch(/input_registers = \[\n.*name = "30010".*address = \[9\] \},/);
    expect(text).toMatch(
      /holding_registers = \[\n.*name = "465535".*address = \[65534, 65535\] \},/,
    );
    expect(text).not.toContain("left out");
  });

  it("reads single bits, the highest of a wide one in its first register", () => {
    const text = configOf(["40001|3", "WORD"], ["40002|18", "DINT"], ["40002|2", "DINT"]);
    const bit = (name: string, n: number, address: number) =>
      `{ name = "${name}", byte_order = "AB", data_type = "BIT", bit = ${n}, scale = 1.0, address = [${address}] },`;
    expect(text).toContain(bit("40001|3", 3, 0));
    expect(text).toContain(bit("40002|18", 2, 1));
    expect(text).toContain(bit("40002|2", 2, 2));
  });

  it("says which tags are left out, and why", () => {
    const text = configOf(
      ["40001", "INT"],
      ["Speed", "REAL"],
      ["50001", "INT"],
      ["40002"],
      ["40003", "STRING"],
      ["40004", "udtDrive"],
      ["40005|16", "WORD"],
      ["12|1", "BOOL"],
    );
    expect(text.split("\n").filter((line) => line.startsWith("#"))).toEqual([
      "# These tags are left out. Add them by hand under these names, or change their mappings:",
      "#   Speed: no register number such as 40001",
      "#   50001: no register number such as 40001",
      "#   40002: choose a type in its mapping, such as INT or REAL",
      "#   40003: how many registers a STRING takes is not known",
      "#   40004: how many registers a udtDrive takes is not known",
      "#   40005|16: a WORD has no bit 16",
      "#   12|1: it is one bit already",
    ]);
  });
});

it("counts what it left out", () => {
  const tags = ["40001", "Speed", "Temp"].map((machineKey) => ({
    ...{ machineKey, humanKey: machineKey, typeName: "INT" },
  }));
  expect(countLeftOut(site({ spec: "ModbusTCP", tags }))).toBe(2);
  expect(countLeftOut(site({ spec: "ControlLogix", tags }))).toBe(0);
});

it.each(["OpcUa", "ModbusTCP", "SiemensS7"])(
  "has no %s input that reads nothing, with which Telegraf would not start",
  (spec) => {
    const text = telegrafConfig(site({ spec, tags: [] }));
    expect(text).not.toMatch(/^ *\[\[inputs/m);
    expect(text).toMatch(/^# \[\[inputs/m);
  },
);

it("leaves out what OPC UA cannot read", () => {
  const keys = ["ns=2;i=speed", "Main.Status|3", "ns=4;s=|var|App.PLC_PRG.speed"];
  const tags = keys.map((machineKey) => ({ machineKey, humanKey: "x" }));
  const text = telegrafConfig(site({ tags }));
  expect(text.match(/\{ name = /g)).toHaveLength(1);
  expect(text).toContain('identifier = "|var|App.PLC_PRG.speed" },');
  expect(text).toContain("#   ns=2;i=speed: behind i= there has to be a number");
  expect(text).toContain("#   Main.Status|3: OPC UA reads nodes, not single bits of them");
});

it("keeps texts and true or false of MQTT messages", () => {
  expect(telegrafConfig(site({ spec: "Mqtt" }))).toContain('json_string_fields = ["*"]');
});

it("takes S7 addresses as they are, the others beside as comments", () => {
  const text = telegrafConfig(
    site({
      spec: "SiemensS7",
      plcPort: null,
      tags: [
        { machineKey: "DB10.R4", humanKey: "a" },
        { machineKey: "DB1.X0.3", humanKey: "b" },
        { machineKey: "DB10.Speed", humanKey: "c" },
      ],
    }),
  );
  expect(text).toContain('server = "10.0.0.5:102"');
  expect(text).toContain('{ name = "DB1.X0.3", address = "DB1.X0.3" },');
  expect(text).toContain("#   DB10.Speed: no address such as DB10.R4");
});

it("quotes what would end a text", () => {
  const text = telegrafConfig(site({ tags: [{ machineKey: 'a"b\\c', humanKey: "x" }] }));
  expect(text).toContain('name = "a\\"b\\\\c"');
});

it("has no variable but the key: a tag's dollar sign is escaped", () => {
  const text = telegrafConfig(site({ tags: [{ machineKey: `\${HOME}.$A`, humanKey: "x" }] }));
  expect(text).toContain('name = "\\u0024{HOME}.\\u0024A"');
  expect(text.match(/\$\{?\w+/g)).toEqual([`\${${KEY_VARIABLE}`]);
});

it("tells a first machine's commands as the README does, with the key left to the environment", () => {
  const commands = curlFirstMachine("http://localhost:4000");
  expect(commands).toContain(`Bearer $${ENROLLMENT_VARIABLE}`);
  expect(commands).not.toMatch(/h[es]k_/);
  const readme = readFileSync("README.md", "utf8").replaceAll(/^ {4}/gm, "");
  expect(readme).toContain(commands);
});

describe("a first machine's commands", () => {
  const folder = mkdtempSync(join(tmpdir(), "helios-first-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  /** What the commands print where every call is answered so, and the addresses that they called. */
  const runWith = (answer: string) => {
    writeFileSync(
      join(folder, "curl"),
      `#!/bin/sh\necho "$2" >> ${folder}/called\nprintf '%s' '${answer}'\n`,
      { mode: 0o755 },
    );
    writeFileSync(join(folder, "called"), "");
    const printed = execFileSync("sh", ["-c", curlFirstMachine("http://helios.test")], {
      env: { PATH: `${folder}:${process.env["PATH"]}`, [ENROLLMENT_VARIABLE]: "hek_…" },
    });
    return [printed.toString().trim(), readFileSync(join(folder, "called"), "utf8").trim()];
  };

  it("send nothing where no machine is added, and show why", () => {
    const refusal = '{"error":"unauthorized","message":"This enrollment key is not known."}';
    expect(runWith(refusal)).toEqual([
      `No machine was added. ${refusal}`,
      "http://helios.test/ingest/v1/enroll",
    ]);
  });

  it("send with the key that was answered", () => {
    const answer = '{"data":{"device_id":1,"sampler_id":2,"key":"hsk_a-b_c","configured":false}}';
    const enroll = "http://helios.test/ingest/v1/enroll";
    expect(runWith(answer)).toEqual([answer, `${enroll}\nhttp://helios.test/ingest/v1/batches`]);
  });
});
