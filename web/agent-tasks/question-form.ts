/** One property of the flat JSON Schema that an agent asks with. */
export interface FormProperty {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: readonly unknown[];
  /** The names of the values of `enum`, in their order. */
  enumNames?: readonly string[];
  oneOf?: readonly { const: unknown; title?: string }[];
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

export interface QuestionSchema {
  properties: Record<string, FormProperty>;
  required?: readonly string[];
}

export interface Choice {
  value: string;
  label: string;
}

/** How a property is asked: `radio` for a few choices, `select` for many. */
export type QuestionControl =
  | 'text'
  | 'number'
  | 'date'
  | 'datetime-local'
  | 'email'
  | 'url'
  | 'checkbox'
  | 'radio'
  | 'select';

export interface QuestionField {
  name: string;
  label: string;
  hint: string | undefined;
  control: QuestionControl;
  choices: readonly Choice[];
  isRequired: boolean;
  isInteger: boolean;
  /** What the control shows at first: a text, or whether the box is ticked. */
  initial: string | boolean;
  limits: { minLength?: number; maxLength?: number; min?: number; max?: number };
}

/** More choices than this are a list that opens. */
const radioMax = 5;
const formats: Record<string, QuestionControl> = {
  date: 'date',
  'date-time': 'datetime-local',
  email: 'email',
  uri: 'url',
  url: 'url',
};

/** The fields of a form, in the order of the schema. */
export const questionFields = ({ properties, required = [] }: QuestionSchema): QuestionField[] =>
  Object.entries(properties).map(([name, property]) => {
    const choices = choicesOf(property);
    const control = controlOf(property, choices);
    return {
      name,
      label: property.title || name,
      hint: property.description,
      control,
      choices,
      // A box that is not ticked answers as well as a ticked one.
      isRequired: required.includes(name) && control !== 'checkbox',
      isInteger: property.type === 'integer',
      initial: initialOf(property, control),
      limits: limitsOf(property),
    };
  });

function choicesOf({ enum: values, enumNames, oneOf }: FormProperty): Choice[] {
  if (oneOf) return oneOf.map((one) => ({ value: String(one.const), label: one.title || String(one.const) }));
  return (values ?? []).map((value, index) => ({
    value: String(value),
    label: enumNames?.[index] || String(value),
  }));
}

function controlOf({ type, format = '' }: FormProperty, choices: readonly Choice[]): QuestionControl {
  if (choices.length > 0) return choices.length > radioMax ? 'select' : 'radio';
  if (type === 'boolean') return 'checkbox';
  if (type === 'number' || type === 'integer') return 'number';
  return formats[format] ?? 'text';
}

function initialOf({ default: given }: FormProperty, control: QuestionControl): string | boolean {
  if (control === 'checkbox') return given === true;
  const text = given === undefined || given === null ? '' : String(given);
  return control === 'datetime-local' ? toLocalTime(text) : text;
}

function limitsOf({ minLength, maxLength, minimum, maximum }: FormProperty): QuestionField['limits'] {
  return {
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(minimum !== undefined && { min: minimum }),
    ...(maximum !== undefined && { max: maximum }),
  };
}

/** The name of the control, as the details of a refusal name the field. */
export const inputName = (field: string): string => `values.${field}`;

/** The field of a form that asks for one choice alone: its choices can be buttons. */
export function findSingleChoice(fields: readonly QuestionField[]): QuestionField | undefined {
  const [only, ...others] = fields;
  return only && others.length === 0 && only.choices.length > 0 ? only : undefined;
}

/** The values as the schema wants them. An optional field that was left empty is absent. */
export function readValues(
  fields: readonly QuestionField[],
  typed: Pick<FormData, 'get'>,
): Record<string, string | number | boolean> {
  const values: Record<string, string | number | boolean> = {};
  for (const { name, control } of fields) {
    const value = typed.get(inputName(name));
    if (control === 'checkbox') values[name] = value !== null;
    else if (typeof value === 'string' && value.trim() !== '') values[name] = toValue(control, value.trim());
  }
  return values;
}

function toValue(control: QuestionControl, text: string): string | number {
  if (control === 'number') return Number(text);
  return control === 'datetime-local' ? new Date(text).toISOString() : text;
}

/** A moment as the control wants it: local, without a zone. */
function toLocalTime(text: string): string {
  const at = new Date(text);
  if (text === '' || Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** What was typed into the fields before, by their names. The draft of an earlier question in words has none. */
export function readDraft(text: string): Record<string, string | boolean> {
  if (!text.startsWith('{')) return {};
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
