import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { type Client, type TaskFailureType, taskFailureTypes } from '../../../../sdk/index.ts';

/** A line of the command's output: JSON with the field `docket`. Every other line becomes an activity. */
export type CommandLine =
  | {
      docket: 'activity';
      type: 'thought' | 'action' | 'message' | 'error';
      content: string;
      files?: string[] | undefined;
    }
  | { docket: 'artifact'; type: string; title?: string; url?: string; content?: string }
  | { docket: 'result'; result: unknown }
  | ({ docket: 'question' } & Question)
  /** Absolute for this run of the command. */
  | ({ docket: 'usage' } & ReportedUsage)
  | { docket: 'failure'; type: TaskFailureType };

/** `form`, `kind` and `subject` are validated by Docket. */
export interface Question {
  question: string;
  kind?: 'question' | 'approval';
  form?: Record<string, unknown>;
  subject?: NonNullable<AskBody['subject']>;
}
type AskBody = Parameters<Client['askAboutAgentTask']>[0]['body'];

export interface ReportedUsage {
  inputTokens?: number;
  outputTokens?: number;
  cachedTokens?: number;
  cost?: { amount: number; currency: string };
}

const activityTypes = ['thought', 'action', 'message', 'error'];

export function parseLine(line: string, defaultType: 'message' | 'error'): CommandLine | undefined {
  const text = line.trimEnd();
  if (text === '') return undefined;
  return parseJsonLine(text) ?? { docket: 'activity', type: defaultType, content: text };
}

function parseJsonLine(text: string): CommandLine | undefined {
  if (!text.startsWith('{') || !text.includes('"docket"')) return undefined;
  let line: Record<string, unknown>;
  try {
    line = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isText = (field: string) => typeof line[field] === 'string' && line[field] !== '';
  if (line.docket === 'activity' && isText('content'))
    return {
      docket: 'activity',
      type: activityType(line.type),
      content: String(line.content),
      files: parseFiles(line.files),
    };
  if (line.docket === 'artifact' && isText('type')) return line as CommandLine;
  if (line.docket === 'question' && isText('question')) return line as CommandLine;
  if (line.docket === 'usage') return { docket: 'usage', ...parseUsage(line) };
  if (line.docket === 'failure')
    return { docket: 'failure', type: taskFailureTypes.find((type) => type === line.type) ?? 'unknown' };
  if (line.docket === 'result') return line as CommandLine;
  return undefined;
}

const filesMax = 100;
const pathLengthMax = 400;

/** Leaves out what Docket would refuse, so that a wrong path does not cost the command its task. */
export function parseFiles(files: unknown): string[] | undefined {
  if (!Array.isArray(files)) return undefined;
  return files
    .filter(
      (path): path is string =>
        typeof path === 'string' &&
        path.trim() !== '' &&
        path.length <= pathLengthMax &&
        !/^(?:[/\\~]|[A-Za-z]:)|\p{Cc}/u.test(path) &&
        !path.split(/[/\\]/).includes('..'),
    )
    .slice(0, filesMax);
}

const countMax = 100_000_000_000;
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= countMax;

/** Like `parseFiles`: only numbers that Docket accepts. */
export function parseUsage(line: Record<string, unknown>): ReportedUsage {
  const usage: ReportedUsage = {};
  for (const name of ['inputTokens', 'outputTokens', 'cachedTokens'] as const) {
    const count = line[name];
    if (isCount(count)) usage[name] = count;
  }
  const { amount, currency } = (line.cost ?? {}) as { amount?: unknown; currency?: unknown };
  if (isCount(amount) && typeof currency === 'string' && currencies.has(currency))
    usage.cost = { amount, currency };
  return usage;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));

const activityType = (type: unknown) =>
  (activityTypes.includes(String(type)) ? type : 'message') as 'message';

export const readLines = (stream: Readable) =>
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
