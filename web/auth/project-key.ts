const keyLengthMax = 5;

/** Suggests a key for a project's name: the initials of its words, or the beginning of its only word. */
export function suggestKey(name: string): string {
  const words = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => /^[A-Z]/.test(word));
  const [first = ''] = words;
  return words.length > 1
    ? words
        .map((word) => word.charAt(0))
        .join('')
        .slice(0, keyLengthMax)
    : first.slice(0, 3);
}
