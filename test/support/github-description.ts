import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** One HTTP request and its response. */
export interface Exchange {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Undefined if the request has no body. */
  requestBody: unknown;
  status: number;
  responseBody: unknown;
}

export interface Strictness {
  /**
   * `complete`: a response has every required field. `partial`: a response may lack fields, but has no unknown ones.
   */
  responses: 'complete' | 'partial';
}

const modules = path.resolve(import.meta.dirname, '../../node_modules');
const description = fileURLToPath(import.meta.resolve('@octokit/openapi-types/types.d.ts'));

/**
 * Checks exchanges against GitHub's API description; returns one message per violation. The description consists of
 * TypeScript types, so the exchanges are written as a program and compiled.
 */
export function findApiViolations(exchanges: Exchange[], { responses }: Strictness): string[] {
  const templates = readTemplates();
  const lines = [prelude];
  const labels = new Map<number, string>();
  const violations: string[] = [];
  for (const exchange of exchanges) {
    const label = `${exchange.method} ${exchange.path} → ${exchange.status}`;
    const found = findTemplate(templates, exchange.path);
    if (!found) {
      violations.push(`${label}: there is no such path`);
      continue;
    }
    for (const line of statementsOf(exchange, found, responses)) {
      lines.push(line);
      labels.set(lines.length, label);
    }
  }
  for (const { line, message } of compile(`${lines.join('\n')}\n`))
    violations.push(`${labels.get(line) ?? 'the check itself'}: ${message}`);
  return [...new Set(violations)];
}

// A single line, because violations are mapped to exchanges by line number.
const prelude = [
  `import type { components, paths } from ${JSON.stringify(description)};`,
  'type Of<T, K> = K extends keyof T ? T[K] : never;',
  'type Json<T> = Of<Of<T, "content">, "application/json">;',
  'type RequestBody<O> = Json<NonNullable<Of<O, "requestBody">>>;',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is TypeScript
  'type Wire<T> = T extends number | bigint | boolean ? `${T}` : T;',
  'type InUrl<T> = { [K in keyof T]: Wire<T[K]> };',
  'type Query<O> = InUrl<NonNullable<Of<Of<O, "parameters">, "query">>>;',
  'type Path<O> = InUrl<Of<Of<O, "parameters">, "path">>;',
  // GitHub may return 401 and 404 for every operation, but not every operation lists them.
  'type Refused<S> = S extends 401 | 404 ? components["schemas"]["basic-error"] : "no such status";',
  'type ResponseBody<O, S> = S extends keyof Of<O, "responses"> ? Json<Of<O, "responses">[S]> : Refused<S>;',
  'type Part<T> = T extends (infer E)[] ? Part<E>[] : T extends object ? { [K in keyof T]?: Part<T[K]> } : T;',
].join(' ');

/** A request is written as an object literal, so that an unknown field is an error; a complete response as a type. */
function statementsOf(
  { method, query, requestBody, status, responseBody }: Exchange,
  { template, parts }: Found,
  responses: Strictness['responses'],
): string[] {
  const operation = `paths[${JSON.stringify(template)}]['${method.toLowerCase()}']`;
  const lines = [`{ const path: Path<${operation}> = ${value(Object.fromEntries(parts))}; }`];
  if (query.size > 0)
    lines.push(`{ const query: Query<${operation}> = ${value(Object.fromEntries(query))}; }`);
  if (requestBody !== undefined)
    lines.push(`{ const body: RequestBody<${operation}> = ${value(requestBody)}; }`);
  const expected = `ResponseBody<${operation}, ${status}>`;
  if (responseBody === undefined)
    lines.push(`{ const nothing: [${expected}] extends [never] ? true : false = true; }`);
  else if (responses === 'partial') lines.push(`{ const body: Part<${expected}> = ${value(responseBody)}; }`);
  else lines.push(`{ const body: ${expected} = {} as ${value(responseBody)}; }`);
  return lines;
}

const value = (json: unknown) => JSON.stringify(json);

interface Template {
  template: string;
  shape: RegExp;
  names: string[];
}

interface Found {
  template: string;
  parts: [name: string, text: string][];
}

/** Sorted by the length of their fixed part, so that the most specific path matches first. */
function readTemplates(): Template[] {
  const text = readFileSync(description, 'utf8');
  const found = [...text.matchAll(/^ +"(\/repos\/[^"]+)": \{$/gm)].map(([, template]) => template as string);
  const fixedLength = ({ template }: Template) => template.replace(/\{\w+\}/g, '').length;
  return found.map(toTemplate).sort((a, b) => fixedLength(b) - fixedLength(a));
}

/** The name of a ref may contain slashes. */
function toTemplate(template: string): Template {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const shape = template
    .replace(/[.]/g, '\\$&')
    .replace(/\{ref\}$/, '(.+)')
    .replace(/\{\w+\}/g, '([^/]+)');
  return { template, shape: new RegExp(`^${shape}$`), names };
}

function findTemplate(templates: Template[], requested: string): Found | undefined {
  for (const { template, shape, names } of templates) {
    const match = shape.exec(requested);
    if (match)
      return {
        template,
        parts: names.map((name, index) => [name, decodeURIComponent(match[index + 1] as string)]),
      };
  }
  return undefined;
}

function compile(program: string): { line: number; message: string }[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-github-'));
  try {
    writeFileSync(path.join(folder, 'exchanges.ts'), program);
    const { status, stdout, error } = spawnSync(
      path.join(modules, '.bin/tsc'),
      [
        ...['--noEmit', '--strict', '--pretty', 'false', '--skipLibCheck', '--allowImportingTsExtensions'],
        ...['--module', 'nodenext', '--target', 'esnext', path.join(folder, 'exchanges.ts')],
      ],
      { encoding: 'utf8', cwd: folder, maxBuffer: 64 * 1024 * 1024 },
    );
    if (error || status === null) throw error ?? new Error('tsc was killed');
    const violations = [...stdout.matchAll(/^exchanges\.ts\((\d+),\d+\): error \w+: (.*(?:\n .*)*)/gm)].map(
      ([, line, message]) => ({ line: Number(line), message: tail(message as string) }),
    );
    if (status !== 0 && violations.length === 0) throw new Error(`tsc failed:\n${stdout.slice(0, 2_000)}`);
    return violations;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The end of a compiler message names the exact field. */
const tail = (message: string) => (message.length > 700 ? `… ${message.slice(-700)}` : message);
