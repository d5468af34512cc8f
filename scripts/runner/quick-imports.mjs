// Read before the runner: drizzle-orm's 200 files import each other, and for each Node would read the package.json again to
// learn that it is a module, 180 kB of exports with it; that takes a third of a second of the runner's start.
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith("./") || specifier.startsWith("../")
      ? resolveRelative(specifier, context, next)
      : next(specifier, context),
});

function resolveRelative(specifier, context, next) {
  if (!context.parentURL?.includes("/node_modules/drizzle-orm/")) return next(specifier, context);
  return { url: new URL(specifier, context.parentURL).href, format: "module", shortCircuit: true };
}
