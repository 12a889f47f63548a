#!/usr/bin/env -S node --preserve-symlinks-main
// Takes tracking parameters out of links (README.md beside this file): rewrites, never stops.
"use strict";

const { readFileSync } = require("node:fs");

// A link up to its query, and the query; brackets may belong to the text around it (Markdown), and so
// may a last comma or full stop.
const LINK = /(https?:\/\/[^\s<>"'`?#]*)(?:\?([^\s<>"'`#()[\]{}\\]*))?/gi;
const LAST_SIGNS = ".,;:!*";
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|igshid|mc_[ce]id|_hsenc|_hsmi)$/i;

class BadInput extends Error {}

function main() {
  const context = read(readFileSync(0));
  const tracking = trackingOf(context.metadata ?? {});
  const count = { removed: 0 };
  const content = rewritten(context.content, tracking, count);
  process.stdout.write(JSON.stringify(verdict(context.content, content, count.removed)));
}

function read(bytes) {
  let context;
  try {
    context = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    // The parser's own message may quote a piece of what it read.
    throw new BadInput("the input is not JSON in UTF-8");
  }
  if (!isObject(context) || !Object.hasOwn(context, "content")) {
    throw new BadInput("the input is not a context: an object with `content`");
  }
  if (context.metadata != null && !isObject(context.metadata)) {
    throw new BadInput("`metadata` is not an object");
  }
  return context;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Whether a parameter's name is one to take out.
function trackingOf(metadata) {
  const more = metadata.tracking_parameters ?? [];
  if (!Array.isArray(more) || !more.every((name) => typeof name === "string")) {
    throw new BadInput("`tracking_parameters` must be a list of names");
  }
  const names = new Set(more.map((name) => name.toLowerCase()));
  return (name) => TRACKING.test(name) || names.has(name.toLowerCase());
}

function rewritten(value, tracking, count) {
  if (typeof value === "string") {
    return value.replace(LINK, (link, base, query) =>
      query === undefined ? link : base + cleaned(query, tracking, count),
    );
  }
  if (Array.isArray(value)) {
    return value.map((item) => rewritten(item, tracking, count));
  }
  if (isObject(value)) {
    // Not by assignment: a member called __proto__ is content like any other.
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, rewritten(item, tracking, count)]),
    );
  }
  return value;
}

// What is left of a query, with its question mark. Works on the text and not through URL, which
// would also write the rest of the link anew.
function cleaned(query, tracking, count) {
  let end = query.length;
  while (end > 0 && LAST_SIGNS.includes(query[end - 1])) end -= 1;
  const tail = query.slice(end);
  const separator = query.includes("&amp;") ? "&amp;" : "&";
  const pieces = query.slice(0, end).split(separator);
  const kept = pieces.filter((piece) => !tracking(decoded(piece.split("=", 1)[0])));
  count.removed += pieces.length - kept.length;
  if (kept.length === 0) return tail;
  return `?${kept.join(separator)}${tail}`;
}

function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function verdict(before, after, removed) {
  if (removed === 0) return { verdict: "pass" };
  if (!survives(before)) {
    throw new BadInput("the content holds a number that JavaScript cannot hold; it was not rewritten");
  }
  const what = removed === 1 ? "1 tracking parameter" : `${removed} tracking parameters`;
  return { verdict: "pass", category: "tracking", reason: `took out ${what}`, content: after };
}

// Whether writing the content again leaves its numbers what they were: JSON has integers of any
// size, JavaScript holds them exactly up to 2^53.
function survives(value) {
  if (typeof value === "number") return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (Array.isArray(value)) return value.every(survives);
  return !isObject(value) || Object.values(value).every(survives);
}

try {
  main();
} catch (error) {
  // A RangeError is the stack's end: input nested deeper than any context is.
  if (!(error instanceof BadInput || error instanceof RangeError)) throw error;
  const why = error instanceof BadInput ? error.message : "the input is nested too deeply";
  process.stderr.write(`strip-tracking: ${why}\n`);
  process.exitCode = 1;
}
