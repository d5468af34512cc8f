/** What a page costs its browser, in measures that a busy or a slow machine does not move. */
import type { CDPSession, Page } from "playwright-core";

/** Processor seconds that `spendAFixedSum` takes on the machine of docs/performance.md when nothing else runs. */
const REFERENCE_S = 0.06;

/** Seconds of processor time that the page's main thread took so far. */
export async function mainThreadSeconds(cdp: CDPSession): Promise<number> {
  // The thread's own time: what other programs took of the machine meanwhile is not counted.
  await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")!.value;
}

/** How many times as long as on the reference machine the same work takes here and now; at least 1. */
export async function slowness(page: Page, cdp: CDPSession): Promise<number> {
  const before = await mainThreadSeconds(cdp);
  await page.evaluate(spendAFixedSum);
  return Math.max(1, ((await mainThreadSeconds(cdp)) - before) / REFERENCE_S);
}

/** Decodes 120,000 frames. */
function spendAFixedSum(): number {
  let sum = 0;
  for (let index = 0; index < 120_000; index++) {
    const topic = `machine_telemetry:single:1:metric_${index}`;
    const text = `[null,null,"${topic}","telemetry",{"data":{"time":"2026-11-21T04:40:00.123Z","value":${index},"ad_flag":null},"seq":1}]`;
    sum += (JSON.parse(text) as unknown[]).length;
  }
  return sum;
}

export type Holdings = {
  objects: number;
  functions: number;
  sockets: number;
  nodes: number;
  listeners: number;
};

/** What the page holds on to after a garbage collection. */
export async function holdingsOf(cdp: CDPSession): Promise<Holdings> {
  const objects = await countInstances(cdp, "Object");
  const functions = await countInstances(cdp, "Function");
  const sockets = await countInstances(cdp, "WebSocket");
  const { nodes, jsEventListeners } = await cdp.send("Memory.getDOMCounters");
  return { objects, functions, sockets, nodes, listeners: jsEventListeners };
}

/** Collects garbage before it counts. */
async function countInstances(cdp: CDPSession, type: string): Promise<number> {
  const objectGroup = "counted";
  const { result } = await cdp.send("Runtime.evaluate", {
    expression: `${type}.prototype`,
    objectGroup,
  });
  const { objects } = await cdp.send("Runtime.queryObjects", {
    prototypeObjectId: result.objectId!,
    objectGroup,
  });
  const count = await cdp.send("Runtime.callFunctionOn", {
    objectId: objects.objectId!,
    functionDeclaration: "function () { return this.length; }",
    returnByValue: true,
  });
  await cdp.send("Runtime.releaseObjectGroup", { objectGroup });
  return Number(count.result.value);
}
