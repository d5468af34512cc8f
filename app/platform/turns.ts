import { HeavyLine } from "#app/domain/heavy-line.ts";
import { Turns } from "#app/domain/turns.ts";

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Of this isolate: all that works long takes its turns here. The build of the pages has its own beside the front door's. */
export const turns = new Turns(() => rest(0));

/** Of this isolate: heavy questions wait here before they begin. */
export const heavyLine = new HeavyLine({ now: () => Date.now(), rest });
