/** What a page costs its browser, in counts that a busy or a slow machine does not move. */
import type { CDPSession } from "playwright-core";

/** How often the page was laid out, so far: at most once for each time that it draws. */
export async function layouts(cdp: CDPSession): Promise<number> {
  await cdp.send("Performance.enable");
  const { metrics } = await cdp.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "LayoutCount")!.value;
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
