/** The telemetry types every new sampler starts with: the elementary types and structures of a PLC. */
export type BaseType = {
  name: string;
  type: "boolean" | "integer" | "float" | "string" | "structure";
  members: string[];
  length: number | null;
};

export const BASE_TYPES: readonly BaseType[] = [
  { name: "BOOL", type: "boolean", members: [], length: null },
  { name: "SINT", type: "integer", members: [], length: null },
  { name: "INT", type: "integer", members: [], length: null },
  { name: "DINT", type: "integer", members: [], length: null },
  { name: "REAL", type: "float", members: [], length: null },
  { name: "STRING", type: "string", members: [], length: null },
  { name: "TIMER", type: "structure", members: ["PRE", "ACC", "EN", "TT", "DN"], length: null },
  {
    name: "COUNTER",
    type: "structure",
    members: ["PRE", "ACC", "CU", "CD", "DN", "OV", "UN"],
    length: null,
  },
];
