import { toSingleLine } from '../inbound-webhooks/index.ts';
import { type Submission, submissionLimits } from './channel.ts';

interface Given {
  title?: string | undefined;
  text?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
}

/** Makes a submission of untrusted text. Long texts are cut; without a title, the first line of the text is it. */
export function cleanSubmission(given: Given): Submission {
  const text = cleanText(given.text ?? '', submissionLimits.textLength);
  const title = toSingleLine(given.title ?? '', submissionLimits.titleLength);
  const firstLine = toSingleLine(text.split('\n').find((line) => line.trim() !== '') ?? '', 120);
  const name = toSingleLine(given.name ?? '', submissionLimits.nameLength);
  return { title: title || firstLine, text, name: name || null, email: parseAddress(given.email) };
}

/** Removes control and bidirectional characters except line ends and tabs. */
function cleanText(text: string, lengthMax: number): string {
  const clean = text
    .replace(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\n{4,}/g, '\n\n\n')
    .trim()
    .toWellFormed();
  return clean.length <= lengthMax ? clean : `${clean.slice(0, lengthMax - 1)}…`.toWellFormed();
}

/** The address in `Grace <grace@example.org>` or alone; null if there is none. */
export function parseAddress(given: string | undefined): string | null {
  const line = toSingleLine(given ?? '', 1_000);
  const address = /<([^<>\s]+)>\s*$/.exec(line)?.[1] ?? line;
  return address.length <= submissionLimits.emailLength &&
    /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/.test(address)
    ? address
    : null;
}
