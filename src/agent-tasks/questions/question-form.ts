import { type FieldMessages, invalid } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { strictAjv } from '../../platform/validation/index.ts';

/** One question of a form. */
export interface FormField {
  type: 'string' | 'number' | 'integer' | 'boolean';
  title?: string;
  description?: string;
  default?: string | number | boolean;
  enum?: string[];
  enumNames?: string[];
  oneOf?: { const: string; title: string }[];
  format?: keyof typeof formats;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** A flat JSON Schema, as in the elicitation of MCP. */
export interface QuestionForm {
  type: 'object';
  title?: string;
  description?: string;
  properties: Record<string, FormField>;
  required?: string[];
}

export type FormValues = Record<string, string | number | boolean>;

const formLimits = {
  fields: 20,
  choices: 100,
  json: 16_000,
  text: 16_000,
  title: 200,
  description: 2_000,
};

const formats = {
  email: { type: 'string', format: 'email' },
  uri: { type: 'string', format: 'uri' },
  date: { type: 'string', format: 'calendar-date' },
  'date-time': { type: 'string', format: 'date-time' },
} as const;
const formatNames = Object.keys(formats) as (keyof typeof formats)[];

const annotations = ['type', 'title', 'description', 'default'];
const keywordsByType = {
  string: [...annotations, 'enum', 'enumNames', 'oneOf', 'format', 'minLength', 'maxLength'],
  number: [...annotations, 'minimum', 'maximum'],
  integer: [...annotations, 'minimum', 'maximum'],
  boolean: annotations,
};
const types = Object.keys(keywordsByType) as FormField['type'][];
// Both say what Docket does anyway, and are dropped.
const formKeywords = [
  'type',
  'title',
  'description',
  'properties',
  'required',
  '$schema',
  'additionalProperties',
];

type Json = Record<string, unknown>;
type Add = (path: string, problem: string) => void;

/** Accepts only what a person can be asked on one screen; every problem names its path. */
export function parseForm(input: unknown): QuestionForm {
  const details: FieldMessages = {};
  const add: Add = (path, problem) => {
    details[path] = [...(details[path] ?? []), problem];
  };
  const form = isObject(input) ? readForm(input, add) : undefined;
  if (!form) add('form', 'Form must be a JSON object');
  if (Object.keys(details).length > 0 || !form) throw invalid(details);
  return form;
}

function readForm(input: Json, add: Add): QuestionForm {
  if (JSON.stringify(input).length > formLimits.json)
    add('form', `Form must have at most ${formLimits.json} characters as JSON`);
  refuseOthers(input, formKeywords, 'form', add);
  if (input.type !== 'object') add('form.type', 'Type must be "object"');
  if (input.additionalProperties !== undefined && input.additionalProperties !== false)
    add('form.additionalProperties', 'Additional properties must be false');
  const properties = isObject(input.properties) ? input.properties : {};
  const names = Object.keys(properties);
  if (names.length === 0 || names.length > formLimits.fields)
    add('form.properties', `Properties must be an object with 1 to ${formLimits.fields} fields`);
  const fields: [string, FormField][] = [];
  for (const name of names.slice(0, formLimits.fields)) {
    const path = `form.properties.${name}`;
    if (!/^[\p{L}\p{N}][\p{L}\p{N}_ .-]{0,99}$/u.test(name))
      add(path, 'A name of a field must have 1 to 100 letters, digits, spaces, dots, dashes or underscores');
    const field = properties[name];
    if (isObject(field)) fields.push([name, readField(field, path, add)]);
    else add(path, 'A field must be a JSON object');
  }
  const required = input.required ?? [];
  const known = new Set(names);
  if (!isTextList(required) || required.some((name) => !known.has(name)))
    add('form.required', 'Required must be a list of names of properties');
  return {
    type: 'object',
    ...readTexts(input, 'form', add),
    properties: Object.fromEntries(fields),
    ...(isTextList(required) && required.length > 0 && { required: [...new Set(required)] }),
  };
}

function readField(input: Json, path: string, add: Add): FormField {
  const type = types.find((one) => one === input.type);
  if (!type) {
    add(`${path}.type`, `Type must be one of: ${types.join(', ')}`);
    return { type: 'string' };
  }
  refuseOthers(input, keywordsByType[type], path, add);
  const field: FormField = { type, ...readTexts(input, path, add) };
  if (type === 'string') Object.assign(field, readChoices(input, path, add), readFormat(input, path, add));
  for (const [low, high, most] of [
    ['minLength', 'maxLength', formLimits.text],
    ['minimum', 'maximum', Number.MAX_SAFE_INTEGER],
  ] as const) {
    for (const name of [low, high]) {
      const limit = input[name];
      if (limit === undefined || !keywordsByType[type].includes(name)) continue;
      const isCount = name === 'minLength' || name === 'maxLength';
      if (
        typeof limit !== 'number' ||
        Math.abs(limit) > most ||
        (isCount && !(Number.isInteger(limit) && limit >= 0))
      )
        add(`${path}.${name}`, `Limit must be a number of at most ${most}`);
      else field[name] = limit;
    }
    if ((field[low] ?? Number.NEGATIVE_INFINITY) > (field[high] ?? Number.POSITIVE_INFINITY))
      add(`${path}.${high}`, `Limit must be at least ${field[low]}`);
  }
  if (input.default !== undefined) {
    const problem = describeProblem(field, input.default);
    if (problem) add(`${path}.default`, `Default ${problem}`);
    else field.default = input.default as FormField['default'] & {};
  }
  return field;
}

function readChoices(input: Json, path: string, add: Add): Pick<FormField, 'enum' | 'enumNames' | 'oneOf'> {
  const { enum: words, enumNames, oneOf } = input;
  if (words !== undefined && oneOf !== undefined) add(`${path}.oneOf`, 'Give either enum or oneOf');
  if (oneOf !== undefined) {
    if (
      !Array.isArray(oneOf) ||
      !oneOf.every(isTitledChoice) ||
      !isChoiceList(oneOf.map((one) => one.const))
    ) {
      add(`${path}.oneOf`, `OneOf must be a list of 1 to ${formLimits.choices} different {"const", "title"}`);
      return {};
    }
    return { oneOf: oneOf.map((one) => ({ const: one.const, title: one.title })) };
  }
  if (words !== undefined && !isChoiceList(words)) {
    add(`${path}.enum`, `Enum must be a list of 1 to ${formLimits.choices} different texts`);
    return {};
  }
  if (
    enumNames !== undefined &&
    (!isTextList(enumNames) || enumNames.length !== (words as string[] | undefined)?.length)
  ) {
    add(`${path}.enumNames`, 'EnumNames must name each word of enum');
    return {};
  }
  return {
    ...(words !== undefined && { enum: words as string[] }),
    ...(enumNames !== undefined && { enumNames: enumNames as string[] }),
  };
}

function readFormat(input: Json, path: string, add: Add): Pick<FormField, 'format'> {
  if (input.format === undefined) return {};
  const format = formatNames.find((name) => name === input.format);
  if (format) return { format };
  add(`${path}.format`, `Format must be one of: ${formatNames.join(', ')}`);
  return {};
}

function readTexts(input: Json, path: string, add: Add): Pick<FormField, 'title' | 'description'> {
  const texts: Pick<FormField, 'title' | 'description'> = {};
  for (const name of ['title', 'description'] as const) {
    const value = input[name];
    if (value === undefined) continue;
    if (typeof value === 'string' && value.length <= formLimits[name]) texts[name] = value;
    else add(`${path}.${name}`, `Text must have at most ${formLimits[name]} characters`);
  }
  return texts;
}

function refuseOthers(input: Json, keywords: readonly string[], path: string, add: Add): void {
  for (const name of Object.keys(input))
    if (!keywords.includes(name))
      add(
        `${path}.${name.slice(0, 60)}`,
        `The keyword ${JSON.stringify(name.slice(0, 60))} is not supported here`,
      );
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one.length <= formLimits.title);
const isChoiceList = (value: unknown): value is string[] =>
  isTextList(value) &&
  value.length > 0 &&
  value.length <= formLimits.choices &&
  !value.includes('') &&
  new Set(value).size === value.length;
const isTitledChoice = (value: unknown): value is { const: string; title: string } =>
  isObject(value) &&
  Object.keys(value).every((name) => name === 'const' || name === 'title') &&
  isTextList([value.const, value.title]);

/** The values of an answer. Every problem names its field: `values.branch`. */
export function parseValues(form: QuestionForm, input: Json): FormValues {
  const details: FieldMessages = {};
  const values: [string, string | number | boolean][] = [];
  for (const name of Object.keys(input))
    if (!Object.hasOwn(form.properties, name))
      details[`values.${name.slice(0, 100)}`] = [
        `There is no field ${JSON.stringify(name.slice(0, 100))} here`,
      ];
  for (const [name, field] of Object.entries(form.properties)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined || value === null || value === '') {
      if (form.required?.includes(name)) details[`values.${name}`] = [`${field.title ?? name} is required`];
      continue;
    }
    const problem = describeProblem(field, value);
    if (problem) details[`values.${name}`] = [`${field.title ?? name} ${problem}`];
    else values.push([name, value as string | number | boolean]);
  }
  const parsed = Object.fromEntries(values);
  if (JSON.stringify(parsed).length > 2 * formLimits.text)
    details.values = [`Values must have at most ${2 * formLimits.text} characters as JSON`];
  if (Object.keys(details).length > 0) throw invalid(details);
  return parsed;
}

/** What is wrong with a value, to be read after the name of its field. */
function describeProblem(field: FormField, value: unknown): string | undefined {
  if (field.type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be true or false';
  if (field.type !== 'string') return describeNumber(field, value);
  if (typeof value !== 'string') return 'must be text';
  const choices = listChoices(field);
  if (choices.length > 0)
    return choices.some((choice) => choice.value === value)
      ? undefined
      : `must be one of: ${choices.map((choice) => choice.value).join(', ')}`;
  const { minLength = 0, maxLength = formLimits.text, format } = field;
  const { length } = Array.from(value);
  if (length < minLength) return `must have at least ${minLength} characters`;
  if (length > maxLength) return `must have at most ${maxLength} characters`;
  if (format && !strictAjv().compile(formats[format])(value)) return formatProblems[format];
  return undefined;
}

const formatProblems: Record<keyof typeof formats, string> = {
  email: 'must be an e-mail address',
  uri: 'must be a URL',
  date: 'must be a date (2026-01-31)',
  'date-time': 'must be a date-time (2026-01-31T12:00:00Z)',
};

function describeNumber({ type, minimum, maximum }: FormField, value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (type === 'integer' && !Number.isSafeInteger(value)) return 'must be a whole number';
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`;
  return undefined;
}

/** The choices of a field with the words that people see. */
const listChoices = ({ enum: words, enumNames, oneOf }: FormField) =>
  oneOf?.map((one) => ({ value: one.const, title: one.title })) ??
  words?.map((value, index) => ({ value, title: enumNames?.[index] ?? value })) ??
  [];

/**
 * The values that a text answers the form with, or undefined if it answers nothing: only a form with one field of text
 * can be answered so, by one of its choices or, without choices, by any text that fits it.
 */
export function valuesOfText(form: QuestionForm, text: string): FormValues | undefined {
  const [entry, ...others] = Object.entries(form.properties);
  if (!entry || others.length > 0 || entry[1].type !== 'string') return undefined;
  const [name, field] = entry;
  const said = text.trim();
  const isSaid = (words: string) => foldCase(words) === foldCase(said);
  const choices = listChoices(field);
  const value =
    choices.length === 0 ? said : choices.find((one) => isSaid(one.value) || isSaid(one.title))?.value;
  if (value === undefined || value === '' || describeProblem(field, value)) return undefined;
  return { [name]: value };
}

/** The values as people read them: `Branch: main`, one field a line. */
export function describeValues(form: QuestionForm, values: FormValues): string {
  const lines = Object.entries(form.properties).flatMap(([name, field]) => {
    // A field may be called `constructor`, which every object inherits.
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return [];
    const words =
      typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : (listChoices(field).find((one) => one.value === value)?.title ?? String(value));
    return [Object.keys(form.properties).length === 1 ? words : `${field.title ?? name}: ${words}`];
  });
  return lines.join('\n').slice(0, formLimits.text) || 'No values';
}
