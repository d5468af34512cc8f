/**
 * Types and lint of all code from one program: what the compiler finds out about a type, the typed rules ask for as well,
 * and each on its own would find it out anew. Ends with 21 where types are wrong, 22 where a rule is broken, 23 for both: Node
 * itself never ends with those.
 */
import { ESLint } from "eslint";
import { join } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "..");
const [config = "tsconfig.json", ...files] = process.argv.slice(2);

const host: ts.ParseConfigFileHost = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (problem) => {
    throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, "\n"));
  },
};
const parsed = ts.getParsedCommandLineOfConfigFile(join(ROOT, config), {}, host);
if (!parsed) throw new Error(`${config} cannot be read`);
const program = ts.createProgram({
  rootNames: parsed.fileNames,
  options: parsed.options,
  configFileParsingDiagnostics: ts.getConfigFileParsingDiagnostics(parsed),
});

const problems = ts.sortAndDeduplicateDiagnostics(ts.getPreEmitDiagnostics(program));
console.log(
  ts.formatDiagnostics(problems, {
    getCurrentDirectory: () => ROOT,
    getCanonicalFileName: (name) => name,
    getNewLine: () => "\n",
  }),
);

const eslint = new ESLint({
  cwd: ROOT,
  overrideConfig: {
    files: ["**/*.{ts,tsx}"],
    languageOptions: { parserOptions: { projectService: false, programs: [program] } },
  },
});
const results = await eslint.lintFiles(files.length > 0 ? files : ["."]);
console.log(await (await eslint.loadFormatter("stylish")).format(results));
const isBroken = results.some(({ errorCount }) => errorCount > 0);

const areTypesWrong = problems.length > 0;
if (areTypesWrong || isBroken) process.exitCode = 20 + (areTypesWrong ? 1 : 0) + (isBroken ? 2 : 0);
