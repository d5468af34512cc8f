/** A field of a file as a sample's value (CONTRACT §3): a finite number, a boolean, a text; null for none. */
import { findMetric } from "#app/domain/metrics/registry.ts";

export type ImportValue = number | boolean | string;
export type ReadValue = { value: ImportValue | null } | { fault: "bad_value" };

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const NONE = /^(?:null|nan)$/i;

/** Metrics that are texts by nature, by their file's type, or because the person said so, keep "0042" and "null" as they are. */
export function isTextMetric(
  metric: string,
  asText: ReadonlySet<string>,
  isTyped: boolean,
): boolean {
  const known = findMetric(metric);
  return asText.has(metric) || (known ? known.type === "passthrough" : isTyped);
}

export function readValue(field: unknown, isText: boolean, decimalComma: boolean): ReadValue {
  switch (typeof field) {
    case "string":
      return readText(field, isText, decimalComma);
    case "number":
      return Number.isNaN(field)
        ? { value: null }
        : Number.isFinite(field)
          ? { value: field }
          : { fault: "bad_value" };
    case "boolean":
      return { value: field };
    case "bigint": {
      const value = Number(field);
      return BigInt(value) === field && Number.isFinite(value) ? { value } : { fault: "bad_value" };
    }
    case "undefined":
      return { value: null };
    case "object":
      if (field === null) return { value: null };
      if (field instanceof Date && !Number.isNaN(field.getTime()))
        return { value: field.toISOString() };
      return { fault: "bad_value" };
    case "symbol":
    case "function":
      return { fault: "bad_value" };
  }
}

function readText(field: string, isText: boolean, decimalComma: boolean): ReadValue {
  if (isText) return { value: field === "" ? null : field };
  const text = field.trim();
  if (text === "" || NONE.test(text)) return { value: null };
  const digits = decimalComma ? text.replace(/^([+-]?\d*),(\d+)$/, "$1.$2") : text;
  if (NUMBER.test(digits)) {
    const value = Number(digits);
    return Number.isFinite(value) ? { value } : { fault: "bad_value" };
  }
  const lower = text.toLowerCase();
  return { value: lower === "true" ? true : lower === "false" ? false : text };
}
