import type { SourcePerson } from '../source-ticket.ts';

const address = /[^\s<>,;]+@[^\s<>,;]+\.[^\s<>,;]+/;

/** Reads the people in a cell: `Ada`, `ada@example.org` or `Ada <ada@example.org>`, separated by `;` or `,`. */
export function readPeople(text: string | undefined): SourcePerson[] {
  return (text ?? '')
    .split(/[;,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(readPerson);
}

function readPerson(text: string): SourcePerson {
  const email = address.exec(text)?.[0];
  const name = text
    .replace(/<[^>]*>/g, '')
    .replace(/^@/, '')
    .trim();
  return { name: name === '' ? email : name, email, ...(email === undefined && { login: name }) };
}
