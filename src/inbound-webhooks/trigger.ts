import { foldCase } from '../platform/fold-case.ts';
import type { TicketPriority } from '../tickets/index.ts';

/** What a project makes of an event by name. */
export interface Trigger {
  /** The name of an event; `*` stands for any number of any characters. */
  event: string;
  /** The event brings no task. */
  ignores: boolean;
  kind: string | null;
  /** A template: `{{data.service}}` is replaced by what the event says there. */
  instructions: string | null;
  priority: TicketPriority | null;
}

/** The first that fits decides. */
export const findTrigger = (triggers: readonly Trigger[], event: string) =>
  triggers.find((trigger) => fitsPattern(trigger.event, event));

/** Without a regular expression, which somebody else's pattern could make slow. */
export function fitsPattern(pattern: string, name: string): boolean {
  const [start = '', ...rest] = foldCase(pattern).split('*');
  const text = foldCase(name);
  const end = rest.pop();
  if (end === undefined) return text === start;
  if (!text.startsWith(start) || text.length < start.length + end.length || !text.endsWith(end)) return false;
  let from = start.length;
  for (const part of rest) {
    const found = text.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return from <= text.length - end.length;
}

const placeholder = /\{\{\s*([\w-]+(?:\.[\w-]+){0,19})\s*\}\}/g;
const valueMax = 2_000;
const renderedMax = 50_000;

/** Puts values in their places and nothing else: what they hold is never read as a template or run. */
export function renderTemplate(template: string, values: object): string {
  const text = template.replace(placeholder, (_, path: string) =>
    sayValue(findValue(values, path.split('.'))),
  );
  return text.slice(0, renderedMax);
}

function findValue(values: unknown, path: string[]): unknown {
  let here = values;
  for (const name of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined;
    here = (here as Record<string, unknown>)[name];
  }
  return here;
}

function sayValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const clean = text.replaceAll('\0', '');
  return clean.length <= valueMax ? clean : `${clean.slice(0, valueMax)}…`.toWellFormed();
}
