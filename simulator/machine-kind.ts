/** What a machine is built for: its speeds, its sheets and how its sheet counter works. */
export type MachineKind = {
  name: "flexo_folder_gluer" | "rotary_die_cutter" | "corrugator";
  /** Order speeds; one sheet per revolution. */
  rpm: readonly [number, number];
  /** Speed at which it turns without feeding. */
  idleRpm: number;
  /** Sheet across the machine (corrugator slit width) and along it (cut length), inches. */
  widthIn: readonly [number, number];
  lengthIn: readonly [number, number];
  /** Widest sheet that it takes, inches. */
  machineWidthIn: number;
};

const FOLDER_GLUER: MachineKind = {
  name: "flexo_folder_gluer",
  rpm: [150, 265],
  idleRpm: 60,
  widthIn: [20, 36],
  lengthIn: [44, 66],
  machineWidthIn: 66,
};

const DIE_CUTTER: MachineKind = {
  name: "rotary_die_cutter",
  rpm: [75, 148],
  idleRpm: 35,
  widthIn: [34, 58],
  lengthIn: [44, 64],
  machineWidthIn: 110,
};

/** Its dry end: what the cut-off knife makes. */
const CORRUGATOR: MachineKind = {
  name: "corrugator",
  rpm: [150, 240],
  idleRpm: 50,
  widthIn: [30, 48],
  lengthIn: [50, 74],
  machineWidthIn: 98,
};

/** By the words of its model and name, English or Spanish; a folder gluer where they say nothing. */
export function kindOf(machine: { model: string; name: string }): MachineKind {
  const words = `${machine.model} ${machine.name}`;
  if (/\b(s|pro|c)\/line\b|corrug/i.test(words)) return CORRUGATOR;
  return /\b(rdc|spo)\b|die.?cut|troquel/i.test(words) ? DIE_CUTTER : FOLDER_GLUER;
}
