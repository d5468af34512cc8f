/**
 * What a sampler speaks to the machine. People and programs choose from the catalogue. A gateway that enrolls itself may
 * bring a driver that is not listed (Telegraf alone has hundreds): its name is kept as it said it.
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

/** Short names that programs may give as well. */
const ALIASES = new Map([["http", "HttpBatch"]]);

/** The catalogue's value for what a form or a program gave: value, name or alias, any case; null: it is not listed. */
export function findSpecValue(text: string): string | null {
  const wanted = text.trim().toLowerCase();
  const known = SAMPLER_SPECS.find(
    ({ value, name }) => value.toLowerCase() === wanted || name.toLowerCase() === wanted,
  );
  return known?.value ?? ALIASES.get(wanted) ?? null;
}

/** The catalogue's value, else the text itself. */
export const toSpecValue = (text: string): string => findSpecValue(text) ?? text.trim();

/** True when the sampler is found by data set and machine number instead of address and port (spec 001 §3). */
export const usesDataset = (spec: string): boolean => spec === DATASET_SPEC;
