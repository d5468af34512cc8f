/** The repository as text: which files there are and what each imports. */
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

export type Import = {
  specifier: string;
  /** Erased before anything runs. */
  typeOnly: boolean;
};

const NOT_OURS = new Set([
  "node_modules",
  ".git",
  ".data",
  "build",
  "dist",
  ".wrangler",
  "test-results",
  "coverage",
]);

/** Paths relative to the root, with forward slashes, sorted. */
export function listFiles(folder = ""): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .flatMap((entry) => {
      if (NOT_OURS.has(entry.name)) return [];
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

export const isCode = (path: string): boolean =>
  /\.(ts|tsx|js|mjs)$/.test(path) && !path.endsWith(".d.ts");
export const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || path.startsWith("tests/");

export const readText = (path: string): string => readFileSync(join(ROOT, path), "utf8");

const parse = (path: string, text: string): ts.SourceFile =>
  ts.createSourceFile(
    path,
    text,
    ts.ScriptTarget.Latest,
    false,
    path.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** Static, dynamic and re-exporting imports. */
export function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: isTypeOnly(node.importClause) });
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument))
        found.push({ specifier: argument.text, typeOnly: false });
    } else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      found.push({ specifier: node.argument.literal.text, typeOnly: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(parse(path, text));
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const bindings = clause.namedBindings;
  return (
    !clause.name &&
    !!bindings &&
    ts.isNamedImports(bindings) &&
    bindings.elements.every((element) => element.isTypeOnly)
  );
}

/** Nothing but re-exports: a file that only gathers others. */
export function isBarrel(path: string, text: string): boolean {
  // To parse two thousand files takes seconds; few hand anything on.
  if (!/\bexport\s*(?:type\s*)?[*{]/.test(text)) return false;
  const { statements } = parse(path, text);
  return (
    statements.length > 0 &&
    statements.every(
      (statement) => ts.isExportDeclaration(statement) && !!statement.moduleSpecifier,
    )
  );
}

/** The code without comments and string contents, so that a word search finds only code. */
export function codeOnly(path: string, text: string): string {
  const words: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) words.push(node.text);
    else if (ts.isPropertyAccessExpression(node))
      words.push(`${node.expression.getText(file)}.${node.name.text}`);
    else if (ts.isNewExpression(node) && !node.arguments?.length)
      words.push(`new ${node.expression.getText(file)}()`);
    ts.forEachChild(node, visit);
  };
  const file = parse(path, text);
  visit(file);
  return words.join("\n");
}
