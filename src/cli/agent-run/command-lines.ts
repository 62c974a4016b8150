import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** What a command says in a line of JSON with the field `docket`; every other line is a message. */
export type Said =
  | { docket: 'activity'; type: 'thought' | 'action' | 'message' | 'error'; content: string }
  | { docket: 'artifact'; type: string; title?: string; url?: string; content?: string }
  | { docket: 'result'; result: unknown }
  | { docket: 'question'; question: string };

const activityTypes = ['thought', 'action', 'message', 'error'];

export function parseLine(line: string, otherwise: 'message' | 'error'): Said | undefined {
  const text = line.trimEnd();
  if (text === '') return undefined;
  return parseSaid(text) ?? { docket: 'activity', type: otherwise, content: text };
}

function parseSaid(text: string): Said | undefined {
  if (!text.startsWith('{') || !text.includes('"docket"')) return undefined;
  let said: Record<string, unknown>;
  try {
    said = JSON.parse(text);
  } catch {
    return undefined;
  }
  const isText = (field: string) => typeof said[field] === 'string' && said[field] !== '';
  if (said.docket === 'activity' && isText('content'))
    return { ...(said as Said & { docket: 'activity' }), type: activityType(said.type) };
  if (said.docket === 'artifact' && isText('type')) return said as Said;
  if (said.docket === 'question' && isText('question')) return said as Said;
  if (said.docket === 'result') return said as Said;
  return undefined;
}

const activityType = (type: unknown) =>
  (activityTypes.includes(String(type)) ? type : 'message') as 'message';

export const linesOf = (stream: Readable) =>
  createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY });
