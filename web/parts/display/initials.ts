const hues = 8;

/** One or two letters: of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/u)
    .filter(Boolean);
  const first = words[0] ?? '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return `${letter(first)}${last ? letter(last) : ''}`.toLocaleUpperCase();
}

/** The same hue for the same text, spread evenly (FNV-1a). */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return ((hash ^ (hash >>> 16)) >>> 0) % hues;
}

/** Pictures of other hosts would reveal to them who looks at what; the Content-Security-Policy refuses them too. */
export function isOwnPicture(address: string, origin: string): boolean {
  const url = URL.parse(address, origin);
  return url !== null && (url.origin === origin || url.protocol === 'blob:') && !address.startsWith('data:');
}

const letter = (word: string) => [...word][0] ?? '';
