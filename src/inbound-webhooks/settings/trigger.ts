import { foldCase } from '../../platform/fold-case.ts';
import type { Ticket } from '../../tickets/index.ts';
import { valueAt } from '../payload.ts';

/** Which task a project creates for events whose name matches. */
export interface Trigger {
  /** A pattern for event names; `*` matches any number of characters. */
  event: string;
  /** The event creates no task. */
  ignores: boolean;
  kind: string | null;
  /** A template: `{{data.service}}` is replaced by that value of the event. */
  instructions: string | null;
  priority: Ticket['priority'] | null;
}

/** The first matching trigger applies. */
export const findTrigger = (triggers: readonly Trigger[], event: string) =>
  triggers.find((trigger) => matchesPattern(trigger.event, event));

/** Does not use a regular expression, because a user's pattern could cause catastrophic backtracking. */
export function matchesPattern(pattern: string, name: string): boolean {
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
const valueLengthMax = 2_000;
const renderedLengthMax = 50_000;

/** Replaces placeholders in one pass: a placeholder inside an inserted value is not replaced. */
export function renderTemplate(template: string, values: object): string {
  const text = template.replace(placeholder, (_, path: string) =>
    formatValue(valueAt(values, ...path.split('.'))),
  );
  return text.slice(0, renderedLengthMax);
}

function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const clean = text.replaceAll('\0', '');
  return clean.length <= valueLengthMax ? clean : `${clean.slice(0, valueLengthMax)}…`.toWellFormed();
}
