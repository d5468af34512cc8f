/** In `npm run dev` pages render in Node, where react-dom/server is CommonJS without the web stream by name. */
// @ts-ignore -- the browser build has no types of its own
import server from "react-dom/server.browser";

export const { renderToReadableStream, renderToString } =
  server as unknown as typeof import("react-dom/server");
