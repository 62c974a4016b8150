import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** One request and its answer, as they went over the wire. */
export interface Exchange {
  method: string;
  path: string;
  query: URLSearchParams;
  /** Undefined where none was sent. */
  sent: unknown;
  status: number;
  answer: unknown;
}

export interface Strictness {
  /**
   * `whole`: an answer has every field that the description demands. `told`: what an answer tells is told in the words
   * of the description, and in no other; it may tell less.
   */
  answers: 'whole' | 'told';
}

const modules = path.resolve(import.meta.dirname, '../../node_modules');
const description = fileURLToPath(import.meta.resolve('@octokit/openapi-types/types.d.ts'));

/**
 * What GitHub's own description of its interface has against the exchanges, a sentence each. The description comes as
 * types, so that the exchanges are written down as a program and the compiler is asked.
 */
export function judgeByGitHub(exchanges: Exchange[], { answers }: Strictness): string[] {
  const templates = readTemplates();
  const lines = [prelude];
  const whose = new Map<number, string>();
  const complaints: string[] = [];
  for (const exchange of exchanges) {
    const said = `${exchange.method} ${exchange.path} → ${exchange.status}`;
    const found = findTemplate(templates, exchange.path);
    if (!found) {
      complaints.push(`${said}: there is no such path`);
      continue;
    }
    for (const line of statementsOf(exchange, found, answers)) {
      lines.push(line);
      whose.set(lines.length, said);
    }
  }
  for (const { line, words } of compile(`${lines.join('\n')}\n`))
    complaints.push(`${whose.get(line) ?? 'the judge itself'}: ${words}`);
  return [...new Set(complaints)];
}

// One line, so that the lines after it can be counted.
const prelude = [
  `import type { components, paths } from ${JSON.stringify(description)};`,
  'type Of<T, K> = K extends keyof T ? T[K] : never;',
  'type Json<T> = Of<Of<T, "content">, "application/json">;',
  'type Sent<O> = Json<NonNullable<Of<O, "requestBody">>>;',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is TypeScript
  'type Wire<T> = T extends number | bigint | boolean ? `${T}` : T;',
  'type InUrl<T> = { [K in keyof T]: Wire<T[K]> };',
  'type Query<O> = InUrl<NonNullable<Of<Of<O, "parameters">, "query">>>;',
  'type Path<O> = InUrl<Of<Of<O, "parameters">, "path">>;',
  // Not every operation names these two, and GitHub refuses with them everywhere.
  'type Refused<S> = S extends 401 | 404 ? components["schemas"]["basic-error"] : "no such status";',
  'type Answer<O, S> = S extends keyof Of<O, "responses"> ? Json<Of<O, "responses">[S]> : Refused<S>;',
  'type Told<T> = T extends (infer E)[] ? Told<E>[] : T extends object ? { [K in keyof T]?: Told<T[K]> } : T;',
].join(' ');

/** A request is written as a value, where a field too much is an error; a whole answer as a type, where it is none. */
function statementsOf(
  { method, query, sent, status, answer }: Exchange,
  { template, parts }: Found,
  answers: Strictness['answers'],
): string[] {
  const operation = `paths[${JSON.stringify(template)}]['${method.toLowerCase()}']`;
  const lines = [`{ const path: Path<${operation}> = ${value(Object.fromEntries(parts))}; }`];
  if (query.size > 0)
    lines.push(`{ const query: Query<${operation}> = ${value(Object.fromEntries(query))}; }`);
  if (sent !== undefined) lines.push(`{ const sent: Sent<${operation}> = ${value(sent)}; }`);
  const wanted = `Answer<${operation}, ${status}>`;
  if (answer === undefined)
    lines.push(`{ const nothing: [${wanted}] extends [never] ? true : false = true; }`);
  else if (answers === 'told') lines.push(`{ const answer: Told<${wanted}> = ${value(answer)}; }`);
  else lines.push(`{ const answer: ${wanted} = {} as ${value(answer)}; }`);
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

/** Those with the most words of their own first. */
function readTemplates(): Template[] {
  const text = readFileSync(description, 'utf8');
  const found = [...text.matchAll(/^ +"(\/repos\/[^"]+)": \{$/gm)].map(([, template]) => template as string);
  const words = ({ template }: Template) => template.replace(/\{\w+\}/g, '').length;
  return found.map(toTemplate).sort((a, b) => words(b) - words(a));
}

/** A name of a ref may go over several segments. */
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

function compile(program: string): { line: number; words: string }[] {
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
    if (error || status === null) throw error ?? new Error('tsc was ended');
    const complaints = [...stdout.matchAll(/^exchanges\.ts\((\d+),\d+\): error \w+: (.*(?:\n .*)*)/gm)].map(
      ([, line, words]) => ({ line: Number(line), words: tail(words as string) }),
    );
    if (status !== 0 && complaints.length === 0) throw new Error(`tsc says:\n${stdout.slice(0, 2_000)}`);
    return complaints;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The compiler goes from the whole to the part, and the part is what one wants to know. */
const tail = (words: string) => (words.length > 700 ? `… ${words.slice(-700)}` : words);
