export { common } from "./common.ts";
export { glossary } from "./glossary.ts";
