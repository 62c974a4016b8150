import type { Ajv } from 'ajv';
import { splitList } from '../comma-list.ts';
import { parseEmoji } from '../emoji.ts';
import { isDateOnly, parseInstant } from '../instant.ts';

interface ParentOfText {
  parentData: Record<string | number, unknown>;
  parentDataProperty: string | number;
}

/** The formats of `field-schemas.ts`. */
export function addDocketFormats(ajv: Ajv): void {
  ajv.addFormat('password', true);
  ajv.addFormat('instant', { type: 'string', validate: (text: string) => parseInstant(text) !== undefined });
  ajv.addFormat('emoji', { type: 'string', validate: (text: string) => parseEmoji(text) !== undefined });
  ajv.addFormat('currency', { type: 'string', validate: (text: string) => currencies().has(text) });
  ajv.addFormat('calendar-date', {
    type: 'string',
    validate: (text: string) => isDateOnly(text) && parseInstant(text) !== undefined,
  });
}

let known: ReadonlySet<string> | undefined;
/** The codes of ISO 4217 that are known to this version of Node. */
const currencies = () => (known ??= new Set(Intl.supportedValuesOf('currency')));

/** The keywords of `field-schemas.ts`: `x-trimmed` changes the text before its length is checked. */
export function addDocketKeywords(ajv: Ajv): void {
  ajv.addKeyword({
    keyword: 'x-trimmed',
    type: 'string',
    schemaType: 'boolean',
    modifying: true,
    before: 'maxLength',
    validate: (_schema: boolean, text: string, _parent: unknown, parent?: ParentOfText) => {
      if (parent) parent.parentData[parent.parentDataProperty] = text.trim();
      return true;
    },
  });
  ajv.addKeyword({
    keyword: 'x-words',
    type: 'string',
    schemaType: 'array',
    validate: (words: string[], text: string) => splitList(text).every((word) => words.includes(word)),
  });
}
