/** Whom `@name` means: the name without spaces, or one word of it that nobody else has. */
export function findMentioned<Person extends { name: string }>(
  people: readonly Person[],
  written: string,
): { name: string } | undefined {
  const wanted = written.toLowerCase();
  const whole = people.find(({ name }) => name.replace(/\s+/g, '').toLowerCase() === wanted);
  if (whole) return { name: whole.name };
  const byWord = people.filter(({ name }) => name.toLowerCase().split(/\s+/).includes(wanted));
  const [only] = byWord;
  return byWord.length === 1 && only ? { name: only.name } : undefined;
}

/** How a text names a person so that the server finds them: the name without spaces. */
export const mentionOf = (name: string): string => `@${name.replace(/\s+/g, '')}`;
