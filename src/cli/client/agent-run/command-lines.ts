import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** A line of the command's output: JSON with the field `docket`. Every other line becomes an activity. */
export type CommandLine =
  | { docket: 'activity'; type: 'thought' | 'action' | 'message' | 'error'; content: string }
  | { docket: 'artifact'; type: string; title?: string; url?: string; content?: string }
  | { docket: 'result'; result: unknown }
  | { docket: 'question'; question: string };

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
    return { ...(line as CommandLine & { docket: 'activity' }), type: activityType(line.type) };
  if (line.docket === 'artifact' && isText('type')) return line as CommandLine;
  if (line.docket === 'question' && isText('question')) return line as CommandLine;
  if (line.docket === 'result') return line as CommandLine;
  return undefined;
}

const activityType = (type: unknown) =>
  (activityTypes.includes(String(type)) ? type : 'message') as 'message';

export const readLines = (stream: Readable) =>
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
