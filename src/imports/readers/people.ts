import type { SourcePerson } from '../source-ticket.ts';

/** Reads the people in a cell: `Ada`, `ada@example.org` or `Ada <ada@example.org>`, separated by `;` or `,`. */
export function readPeople(text: string | undefined): SourcePerson[] {
  return (text ?? '')
    .split(/[;,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readPerson);
}

function readPerson(text: string): SourcePerson {
  const email = text.split(/[\s<>]+/).find(isAddress);
  const name = removeBracketed(text).replace(/^@/, '').trim();
  return { name: name === '' ? email : name, email, ...(email === undefined && { login: name }) };
}

/** `a@b.c`. A pattern such as `.+@.+\..+` takes quadratic time for a long cell that has no such word. */
function isAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at > 0 && word.lastIndexOf('.', word.length - 2) > at + 1;
}

/** Brackets are looked for only up to the last `>`: each `<` after it would be searched to the end of the text. */
function removeBracketed(text: string): string {
  const end = text.lastIndexOf('>') + 1;
  return text.slice(0, end).replace(/<[^>]*>/g, '') + text.slice(end);
}
