import { quoteNames } from '../../platform/error-texts.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { type FieldOption, type FieldValue, hasOptions, type OwnField, ownFieldLimits } from './own-field.ts';

/** Finds a person by `me`, an e-mail address or an id. Returns undefined if there is none. */
export type FindPerson = (ref: string) => Promise<string | undefined>;

/** A value, null for no value, or the problem. */
export type ParsedValue = { value: FieldValue | null } | { problem: string };

/** Parses the input for a field: options by id or name, people by id, e-mail address or `me`. Null and '' mean no value. */
export async function parseFieldValue(
  field: Pick<OwnField, 'name' | 'type' | 'options'>,
  input: unknown,
  findPerson: FindPerson,
): Promise<ParsedValue> {
  if (input === null || input === '') return { value: null };
  if (field.type === 'person') return parsePerson(field.name, input, findPerson);
  return hasOptions(field.type) ? parseOptions(field, input) : parsePlain(field, input);
}

function parsePlain({ name, type }: Pick<OwnField, 'name' | 'type'>, input: unknown): ParsedValue {
  if (type === 'number') {
    const isNumber = typeof input === 'number' && Math.abs(input) <= ownFieldLimits.number;
    // -0 and 0 are the same number, but not the same text.
    return isNumber ? { value: input || 0 } : { problem: `${name} must be a number` };
  }
  if (type === 'checkbox')
    return typeof input === 'boolean' ? { value: input } : { problem: `${name} must be true or false` };
  if (typeof input !== 'string') return { problem: `${name} must be a text` };
  const text = input.trim().toWellFormed();
  if (text === '') return { value: null };
  if (type === 'date')
    return isDay(text) ? { value: text } : { problem: `${name} must be a date (2026-01-31)` };
  if (text.length > ownFieldLimits.textLength)
    return { problem: `${name} has at most ${ownFieldLimits.textLength} characters` };
  if (text.includes('\u0000')) return { problem: `${name} must not contain the character NUL` };
  if (type === 'url' && !isWebAddress(text))
    return { problem: `${name} must be an address that begins with https:// or http://` };
  return { value: text };
}

/** True for a calendar day of the years 1000 to 9999. */
function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** True for a URL that may become a link. No other form is allowed, so that no value can run a script in the page. */
function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return /^https?:\/\//i.test(text) && url !== null && /^https?:$/.test(url.protocol);
}

async function parsePerson(name: string, input: unknown, findPerson: FindPerson): Promise<ParsedValue> {
  const problem = `${name} must be an existing, active user: an id, an e-mail address or me`;
  if (typeof input !== 'string' || input.length > 500) return { problem };
  const value = await findPerson(input);
  return value === undefined ? { problem } : { value };
}

function parseOptions(
  { name, type, options }: Pick<OwnField, 'name' | 'type' | 'options'>,
  input: unknown,
): ParsedValue {
  const refs = type === 'multi_select' ? input : [input];
  if (!Array.isArray(refs) || refs.length > ownFieldLimits.options)
    return { problem: `${name} must be a list of options` };
  const chosen = new Set<string>();
  for (const ref of refs) {
    const option = typeof ref === 'string' ? findOption(options, ref) : undefined;
    if (!option) return { problem: `${name} must be one of ${optionNames(options)}` };
    chosen.add(option.id);
  }
  // In the order of the options, so that the same choice is always the same value.
  const ids = options.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  if (ids.length === 0) return { value: null };
  return { value: type === 'multi_select' ? ids : (ids[0] as string) };
}

/** Finds an option by id or name. By id it also finds archived ones, so that tickets keep them and undo restores them. */
export const findOption = (options: FieldOption[], ref: string): FieldOption | undefined =>
  options.find(({ id }) => id === ref) ??
  options.find((option) => !option.archived && foldCase(option.name) === foldCase(ref));

function optionNames(options: FieldOption[]): string {
  return quoteNames(options.filter(({ archived }) => !archived).map(({ name }) => name));
}
