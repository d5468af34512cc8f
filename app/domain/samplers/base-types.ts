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

const plain = (type: BaseType["type"], ...names: string[]): BaseType[] =>
  names.map((name) => ({ name, type, members: [], length: null }));

/** The elementary types are named as IEC 61131-3 does. */
export const BASE_TYPES: readonly BaseType[] = [
  ...plain("boolean", "BOOL"),
  ...plain("integer", "SINT", "INT", "DINT", "LINT", "USINT", "UINT", "UDINT", "ULINT"),
  ...plain("integer", "BYTE", "WORD", "DWORD", "LWORD"),
  ...plain("float", "REAL", "LREAL"),
  ...plain("string", "STRING"),
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
