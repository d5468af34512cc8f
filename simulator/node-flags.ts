/**
 * How Node is started for a simulator. Its heap is kept small (lean.ts), so that V8's compiler threads often wait for a
 * collection; a process that ends in that moment waits for them for ever (nodejs/node#54918). Without them it ends.
 */
export const NODE_FLAGS = ["--single-threaded"] as const;
