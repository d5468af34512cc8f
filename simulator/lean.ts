/**
 * Imported first: a sampler lives beside Helios for weeks, and history's garbage must not make
 * its heap grow. V8 then collects the young generation at 1 MB and compiles less eagerly.
 */
import { setFlagsFromString } from "node:v8";

setFlagsFromString("--optimize-for-size");
setFlagsFromString("--max-semi-space-size=1");
setFlagsFromString("--semi-space-growth-factor=1");
