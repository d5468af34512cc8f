/** When a machine was on, and when it stood meanwhile, and why: what its strip of states shows. */
import { isRunning, toStateCode } from "#app/domain/metrics/states.ts";
import type { MachineModel } from "./machine-model.ts";
import { STATE_OF, type Phase, type PhaseKind } from "./phases.ts";

const CAUSES = ["jam", "e_stop", "breakdown"] as const satisfies readonly PhaseKind[];
type Cause = (typeof CAUSES)[number] | "other";
type Span = { startMs: number; endMs: number };

const stands = ({ kind }: Phase): boolean => !isRunning(toStateCode(STATE_OF[kind]));

/** Stops that began at `fromMs` or later and ended by `toMs`, and the spells between them. Ascending. */
export function stopsOf(
  model: MachineModel,
  fromMs: number,
  toMs: number,
): { stops: (Span & { cause: Cause })[]; spells: Span[] } {
  const phases = model.phasesIn(fromMs, toMs).filter(({ startMs }) => startMs >= fromMs);
  const on = joined(phases, ({ kind }) => kind !== "off");
  const stood = joined(phases, (phase) => phase.kind !== "off" && stands(phase));
  return {
    spells: on.map(spanOf).map((span) => ({ ...span, endMs: Math.min(span.endMs, toMs) })),
    stops: stood
      .map((part) => ({ ...spanOf(part), cause: causeOf(part) }))
      .filter(({ endMs }) => endMs <= toMs),
  };
}

const causeOf = (phases: readonly Phase[]): Cause =>
  CAUSES.find((cause) => phases.some(({ kind }) => kind === cause)) ?? "other";

const spanOf = (phases: readonly Phase[]): Span => ({
  startMs: phases[0]!.startMs,
  endMs: phases.at(-1)!.endMs,
});

/** Phases that are `wanted`, those that follow one another together. */
function joined(phases: readonly Phase[], wanted: (phase: Phase) => boolean): Phase[][] {
  const parts: Phase[][] = [];
  for (const phase of phases.filter(wanted)) {
    const part = parts.at(-1);
    if (part?.at(-1)?.endMs === phase.startMs) part.push(phase);
    else parts.push([phase]);
  }
  return parts;
}
