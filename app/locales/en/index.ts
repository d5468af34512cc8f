export { common } from "./common";
export { glossary } from "./glossary";
