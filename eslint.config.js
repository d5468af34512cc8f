import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import regexp from "eslint-plugin-regexp";
import tseslint from "typescript-eslint";

const TESTS = ["**/*.test.{ts,tsx}", "tests/**"];
const NODE_PROGRAMS = ["scripts/**", "simulator/**", "bench/**", "tests/**", "*.{js,ts}"];

/** A body is bounded in bytes and in time before anything is made of it. */
const READS_A_BODY = [
  "CallExpression[callee.property.name='formData']",
  "CallExpression[callee.property.name=/^(?:text|json|arrayBuffer|blob|bytes)$/][callee.object.name=/[rR]equest$/]",
  "CallExpression[callee.property.name=/^(?:text|json|arrayBuffer|blob|bytes)$/][callee.object.property.name=/^(?:request|req|raw)$/]",
  "MemberExpression[property.name='body'][object.name='request']",
  "MemberExpression[property.name='body'][object.property.name=/^(?:request|req|raw)$/]",
].map((selector) => ({
  selector,
  message:
    "Read a form by readForm (app/pages), any other body by readBody (app/platform): both are bounded.",
}));
// Text from outside meets them: each takes time in proportion to the text. A pattern made while running can't be checked.
const LINEAR_REGEXPS = {
  "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
  "regexp/no-super-linear-move": ["error", { report: "potential" }],
};
const MADE_REGEXP = {
  selector: ":matches(NewExpression, CallExpression)[callee.name='RegExp']",
  message: "Write the pattern as a literal, so that it can be checked to be linear.",
};
/** Each argument takes room on the stack: too many end in a RangeError, at a number that nobody sees while it is small. */
const SPREADS_MANY = {
  selector:
    ":matches(CallExpression[callee.property.name=/^(?:push|unshift|splice|concat|min|max|hypot)$/] > SpreadElement, CallExpression[callee.property.name=/^from(?:CharCode|CodePoint)$/] > SpreadElement:not([argument.callee.property.name='subarray'], [argument.callee.property.name='getRandomValues']))",
  message:
    "How many these are is not bounded here: add them in a loop, or take minOf or maxOf (app/domain/extremes.ts).",
};
/** Where data of any size goes through. */
const OF_ANY_SIZE = [
  "app/{db,domain,storage}/**/*.ts",
  "app/**/*.server.ts",
  "app/features/reports/files/**",
];
const TRANSITION = {
  selector: "JSXAttribute[name.name='transition']",
  message:
    "What closes while it comes in may stay for ever (tailwindlabs/headlessui#3892): let it come in by `starting:` classes.",
};
/** Nobody who has no pointer ever reads it. */
const NATIVE_TITLE = {
  selector:
    "JSXOpeningElement[name.name=/^(?:[a-z]|Link$|NavLink$|Form$)/]:not([name.name='iframe']) > JSXAttribute[name.name='title']",
  message:
    "Name an icon by the kit's NameTip, say more by its Tooltip: both are reached by touch and keyboard.",
};

export default tseslint.config(
  {
    ignores: [
      "node_modules/",
      "build/",
      "dist/",
      "coverage/",
      ".data/",
      ".wrangler/",
      "test-results/",
      "public/",
      "migrations/",
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  tseslint.configs.recommended,
  {
    plugins: { regexp },
    rules: {
      ...LINEAR_REGEXPS,
      "no-restricted-syntax": ["error", MADE_REGEXP],
      eqeqeq: "error",
      "no-console": "error",
      "no-self-compare": "error",
      "no-template-curly-in-string": "error",
      "no-unreachable-loop": "error",
      "max-lines": ["error", { max: 350, skipBlankLines: true }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "inline-type-imports", disallowTypeAnnotations: false },
      ],
      // An import of types only that is not `import type` stays as an import of the whole module: it cost pages 5 KB.
      "@typescript-eslint/no-import-type-side-effects": "error",
      // What the Remix build writes is there or not; only @ts-ignore bears both.
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-ignore": "allow-with-description" }],
      "@typescript-eslint/consistent-type-definitions": ["error", "type"],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
    },
  },
  // A global type grows by interface merging only.
  {
    files: ["**/*.d.ts", "tests/**"],
    rules: { "@typescript-eslint/consistent-type-definitions": "off" },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    extends: [reactHooks.configs["recommended-latest"], jsxA11y.flatConfigs.recommended],
    rules: {
      // Remix pages export their loader beside the component; refusals are thrown Responses.
      "@typescript-eslint/only-throw-error": "off",
      "jsx-a11y/no-autofocus": "off",
      "no-restricted-syntax": ["error", ...READS_A_BODY, MADE_REGEXP, TRANSITION, NATIVE_TITLE],
    },
  },
  {
    files: ["workers/**/*.ts", ...OF_ANY_SIZE],
    rules: { "no-restricted-syntax": ["error", ...READS_A_BODY, MADE_REGEXP, SPREADS_MANY] },
  },
  {
    files: ["scripts/**/*.{ts,mjs}"],
    rules: { "no-restricted-syntax": ["error", MADE_REGEXP, SPREADS_MANY] },
  },
  // They are the readers; the sampler wires have their own.
  {
    files: [
      "app/platform/read-body.ts",
      "app/pages/read-form.server.ts",
      "workers/ingest/read-body.ts",
      ...TESTS,
    ],
    rules: { "no-restricted-syntax": "off" },
  },
  // Workers speak through log(); programs and tests talk to a person.
  { files: ["app/platform/log.ts", ...NODE_PROGRAMS, ...TESTS], rules: { "no-console": "off" } },
  { files: TESTS, rules: { "max-lines": "off" } },
);
