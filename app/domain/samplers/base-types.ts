export type TypeMember = { name: string; type: string };

/** The telemetry types every new sampler starts with: the elementary types and structures of a PLC. */
export type BaseType = {
  name: string;
  type: "boolean" | "integer" | "float" | "string" | "structure";
  members: TypeMember[];
  length: number | null;
};

const membersOf = (type: string, names: string[]): TypeMember[] =>
  names.map((name) => ({ name, type }));
const integers = (...names: string[]) => membersOf("integer", names);
const booleans = (...names: string[]) => membersOf("boolean", names);

export const BASE_TYPES: readonly BaseType[] = [
  { name: "BOOL", type: "boolean", members: [], length: null },
  { name: "SINT", type: "integer", members: [], length: null },
  { name: "INT", type: "integer", members: [], length: null },
  { name: "DINT", type: "integer", members: [], length: null },
  { name: "REAL", type: "float", members: [], length: null },
  { name: "STRING", type: "string", members: [], length: null },
  {
    name: "TIMER",
    type: "structure",
    members: [...integers("PRE", "ACC"), ...booleans("EN", "TT", "DN")],
    length: null,
  },
  {
    name: "COUNTER",
    type: "structure",
    members: [...integers("PRE", "ACC"), ...booleans("CU", "CD", "DN", "OV", "UN")],
    length: null,
  },
];
