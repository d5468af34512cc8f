/**
 * What a sampler speaks to the machine. The catalogue feeds the form's select; a sampler may bring
 * a driver that is not listed (Telegraf alone has hundreds), so the name is free text.
 */
export type SamplerSpec = {
  /** Shown to people. */
  name: string;
  /** Stored in samplers.spec. */
  value: string;
  /** How the sampler finds the machine: a PLC's address and port, a data set's machine number, or none that it needs: an address may be given. */
  connection: "plc" | "dataset" | "none";
  defaultPort: number | null;
};

export const DATASET_SPEC = "InternationalPaperOpsDB";

export const SAMPLER_SPECS: readonly SamplerSpec[] = [
  {
    name: "Allen-Bradley ControlLogix / CompactLogix (EtherNet/IP)",
    value: "ControlLogix",
    connection: "plc",
    defaultPort: 44818,
  },
  {
    name: "Allen-Bradley SLC 500 / PLC-5 (DF1 over Ethernet)",
    value: "SLC500",
    connection: "plc",
    defaultPort: 2222,
  },
  { name: "Siemens S7", value: "SiemensS7", connection: "plc", defaultPort: 102 },
  { name: "Modbus TCP", value: "ModbusTCP", connection: "plc", defaultPort: 502 },
  { name: "OPC UA", value: "OpcUa", connection: "plc", defaultPort: 4840 },
  { name: "MQTT", value: "Mqtt", connection: "plc", defaultPort: 8883 },
  { name: DATASET_SPEC, value: DATASET_SPEC, connection: "dataset", defaultPort: null },
  {
    name: "Telegraf (InfluxDB line protocol)",
    value: "Telegraf",
    connection: "none",
    defaultPort: null,
  },
  { name: "HTTPS batches", value: "HttpBatch", connection: "none", defaultPort: null },
];

/** The catalogue's value for what a form or a program gave: value or name, any case; else the text itself. */
export function toSpecValue(text: string): string {
  const wanted = text.trim().toLowerCase();
  const known = SAMPLER_SPECS.find(
    (spec) => spec.value.toLowerCase() === wanted || spec.name.toLowerCase() === wanted,
  );
  return known?.value ?? text.trim();
}

/** True when the sampler is found by data set and machine number instead of address and port (spec 001 §3). */
export const usesDataset = (spec: string): boolean => spec === DATASET_SPEC;
