import type { ErrorObject } from 'ajv';
import type { FieldMessages } from '../errors.ts';
import { fieldLabel } from './field-label.ts';

// A list of a million wrong items has a million problems; nobody reads more than the first ones.
const messagesPerFieldMax = 20;

/** One sentence for each problem that ajv found, by the top-level field that has it. */
export function describeProblems(problems: ErrorObject[]): FieldMessages {
  const details: FieldMessages = {};
  for (const problem of problems) {
    const [field = 'body', ...rest] = fieldPath(problem);
    if ((details[field]?.length ?? 0) >= messagesPerFieldMax) continue;
    const label = rest.length > 0 ? `${fieldLabel(field)} (${rest.join('.')})` : fieldLabel(field);
    const sentence = `${label} ${describeProblem(problem)}`;
    const messages = details[field] ?? [];
    if (!messages.includes(sentence)) details[field] = [...messages, sentence];
  }
  return details;
}

function fieldPath(problem: ErrorObject): string[] {
  const path = problem.instancePath.split('/').slice(1).map(unescapePointer);
  return problem.keyword === 'required' ? [...path, problem.params.missingProperty as string] : path;
}

const unescapePointer = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~');

function describeProblem({ keyword, params, parentSchema, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'type':
      return `must be ${describeTypes(params.type)}`;
    case 'enum':
      return `must be one of: ${params.allowedValues.filter((v: unknown) => v !== null).join(', ')}`;
    case 'x-words':
      return `must be one or more of: ${parentSchema?.['x-words'].join(', ')}`;
    case 'minLength':
      return params.limit === 1 ? 'must not be blank' : `must have at least ${params.limit} characters`;
    case 'maxLength':
      return `must have at most ${params.limit} characters`;
    case 'minimum':
      return `must be at least ${params.limit}`;
    case 'maximum':
      return `must be at most ${params.limit}`;
    case 'multipleOf':
      return `must be a multiple of ${params.multipleOf}`;
    case 'minItems':
      return params.limit === 1 ? 'must not be empty' : `must have at least ${params.limit} items`;
    case 'maxItems':
      return `must have at most ${params.limit} items`;
    case 'additionalProperties':
      return `must not have the field ${JSON.stringify(String(params.additionalProperty).slice(0, 100))}`;
    case 'uniqueItems':
      return 'must not contain an item twice';
    case 'format':
      return describeFormat(params.format);
    default:
      return message ?? 'is not valid';
  }
}

const typeNames: Record<string, string> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a JSON object',
  null: 'null',
};

function describeTypes(types: string | string[]): string {
  return [types]
    .flat()
    .map((type) => typeNames[type] ?? type)
    .join(' or ');
}

function describeFormat(format: string): string {
  if (format === 'email') return 'must be an e-mail address';
  if (format === 'uri') return 'must be a URL';
  if (format === 'emoji') return 'must be one emoji, such as 👍';
  if (format === 'currency') return 'must be a currency code, such as EUR';
  if (format === 'calendar-date') return 'must be a date (2026-01-31)';
  return 'must be a date (2026-01-31) or a date-time (2026-01-31T12:00:00Z)';
}
