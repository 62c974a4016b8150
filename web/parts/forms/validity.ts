import { m } from '../../messages/index.ts';

/** The part of an input element that says what is wrong with it. */
interface Control {
  validity: Pick<
    ValidityState,
    'valueMissing' | 'typeMismatch' | 'tooShort' | 'rangeUnderflow' | 'rangeOverflow'
  >;
  validationMessage: string;
  type: string;
  minLength?: number;
  min?: string;
  max?: string;
}

/** The browser's validation message in Docket's words and language; the browser's own sentence if Docket has none. */
export function complaintOf({ validity, validationMessage, type, minLength, min, max }: Control): string {
  if (validity.valueMissing) return m.parts.required;
  if (validity.typeMismatch && type === 'email') return m.parts.notAnEmail;
  if (validity.typeMismatch && type === 'url') return m.parts.notAUrl;
  if (validity.tooShort && minLength !== undefined) return m.parts.tooShort(minLength);
  if (validity.rangeUnderflow && min) return m.parts.tooSmall(min);
  if (validity.rangeOverflow && max) return m.parts.tooLarge(max);
  return validationMessage;
}
