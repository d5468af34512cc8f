import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import {
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

it("puts Modbus numbers into the registers that they name, the others beside as comments", () => {
  const text = telegrafConfig(
    site({
      spec: "ModbusTCP",
      plcPort: 502,
      tags: [
        { machineKey: "40001", humanKey: "a", typeName: "REAL" },
        { machineKey: "30010", humanKey: "b", typeName: "INT" },
        { machineKey: "12", humanKey: "c", typeName: "BOOL" },
        { machineKey: "Speed", humanKey: "d" },
      ],
    }),
  );
  expect(text).toContain('data_type = "FLOAT32", scale = 1.0, address = [0, 1] },');
  expect(text).toContain('data_type = "INT16", scale = 1.0, address = [9] },');
  expect(text).toContain('coils = [\n    { name = "12", address = [11] },');
  expect(text).toMatch(/^ {2}# {3}Speed$/m);
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
  expect(text).toMatch(/^ {2}# {3}DB10.Speed$/m);
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
