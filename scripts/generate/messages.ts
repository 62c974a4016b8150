import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

interface Message {
  file: string;
  text: string;
}

const root = path.resolve(import.meta.dirname, '../..');

const kinds = {
  error:
    'Errors: answers of the API and of MCP tools, and what commands print on standard error. Details follow the field name.',
  event: 'Event sentences, as in histories and activity feeds after the name of the actor',
  log: 'Log lines',
  command: 'Help texts of the command line',
};
type Kind = keyof typeof kinds;

const errorCalls =
  /^(?:invalid|assertValid|conflict|forbiddenBecause|notFound|preconditionFailed|rateLimited|upstreamFailed|unavailable|Refusal|UsageError|BadConfiguration|CannotListen|DatabaseRefused|DatabaseUnavailable|OutboundFailure|FilterProblem|unexpected|takeName)$/;
const logCalls = /^(?:error|warn|info|fatal)$/;
const helpCalls = /^(?:requiredText|optionalText|requiredWord|optionalWord|wholeNumber)$/;

/** Every sentence that a user or operator can read, besides the API reference (openapi/openapi.json) and mails. */
export function writeMessages(): string {
  const found: Record<Kind, Message[]> = { error: [], event: [], log: [], command: [] };
  for (const file of globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] }).sort())
    collect(file, (kind, text) => found[kind].push({ file, text }));
  const sections = (Object.keys(kinds) as Kind[]).map((kind) => writeSection(kinds[kind], found[kind]));
  return ['Every message of Docket. Written by `npm run generate`.\n', ...sections].join('\n');
}

function writeSection(title: string, messages: Message[]): string {
  const files = Map.groupBy(messages, ({ file }) => file);
  const entries = [...files].map(
    ([file, own]) => `\n${file}\n${[...new Set(own.map(({ text }) => `  ${text}\n`))].join('')}`,
  );
  return `# ${title}\n${entries.join('')}`;
}

function collect(file: string, add: (kind: Kind, text: string) => void): void {
  const source = readFileSync(path.join(root, file), 'utf8');
  const addLiterals = (kind: Kind, start: number, end: number) => {
    for (const literal of literals) {
      if (literal.start < start || literal.end > end || !isSentence(literal.text)) continue;
      if (!literals.some((other) => other.start < literal.start && literal.end < other.end))
        add(kind, literal.text);
    }
  };
  const literals: { start: number; end: number; text: string }[] = [];
  const spans: { kind: Kind; start: number; end: number }[] = [];
  const noteCall = (name: string, args: { start: number; end: number }[]) => {
    const [first] = args;
    const last = args.at(-1);
    if (!first || !last) return;
    if (errorCalls.test(name)) spans.push({ kind: 'error', start: first.start, end: last.end });
    if (logCalls.test(name) && args.length === 2)
      spans.push({ kind: 'log', start: last.start, end: last.end });
    if (helpCalls.test(name)) spans.push({ kind: 'command', start: first.start, end: last.end });
  };
  new Visitor({
    Literal: ({ start, end, value }) => {
      if (typeof value === 'string') literals.push({ start, end, text: value });
    },
    TemplateLiteral: ({ start, end }) => {
      literals.push({ start, end, text: source.slice(start + 1, end - 1).replace(/\s*\n\s*/g, ' ') });
    },
    CallExpression: ({ callee, arguments: args }) => noteCall(lastName(callee), args),
    NewExpression: ({ callee, arguments: args }) => noteCall(lastName(callee), args),
    Property: ({ key, value }) => {
      const name = lastName(key);
      if (name === 'sentence')
        spans.push({
          kind: file.startsWith('src/cli/') ? 'error' : 'event',
          start: value.start,
          end: value.end,
        });
      if (name === 'summary' && file.endsWith('cli/commands.ts'))
        spans.push({ kind: 'command', start: value.start, end: value.end });
    },
  }).visit(parseSync(file, source).program);
  for (const { kind, start, end } of spans) addLiterals(kind, start, end);
}

const lastName = (node: { type: string }): string => {
  if ('property' in node) return lastName(node.property as { type: string });
  return 'name' in node ? String(node.name) : '';
};

/** Two words or more; codes, keys and field names are single words. */
const isSentence = (text: string) => /\S\s+\S/.test(text);
