/** Finds the person whom `@name` means: by the name without spaces, or by one word of it that nobody else has. */
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

/** The mention of a person that the server recognizes: the name without spaces. */
export const mentionOf = (name: string): string => `@${name.replace(/\s+/g, '')}`;
