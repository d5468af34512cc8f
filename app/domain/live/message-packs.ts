/**
 * Several frames in one message of the WebSocket, a line each (a frame, JSON, has no line break of its own): a message
 * costs either side far more than its text. Only for a client that asks for it in the query as it connects, as ours
 * does; any other, phoenix.js among them, gets a message a frame.
 */
export const PACKS_QUERY = "frames=lines";

export const asksForPacks = (query: URLSearchParams): boolean => query.get("frames") === "lines";

export const packFrames = (frames: readonly string[]): string => frames.join("\n");

export const unpackFrames = (message: string): string[] => message.split("\n");
