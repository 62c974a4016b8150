const nameLengthMax = 255;

/**
 * What would deceive or break whoever reads the name: control characters, lone halves of characters, line ends, and the
 * marks that turn the direction of text, with which `exe.gpj` reads as `jpg.exe`.
 */
const unshowable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The name as its owner gave it, fit to be shown. It never touches the file system. */
export function cleanName(given: string): string {
  // Browsers write a quote and line ends like this in a form.
  const plain = given.replace(/%22/g, '"').replace(/%0[ad]/gi, '');
  const ownPart = plain.slice(Math.max(plain.lastIndexOf('/'), plain.lastIndexOf('\\')) + 1);
  const name = shorten(ownPart.replace(unshowable, '').trim());
  return /[^.]/.test(name) ? name : 'unnamed';
}

/** Keeps the ending, because that is what opens the file again. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= nameLengthMax) return name;
  const ending = /\.[^.\s]{1,20}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, nameLengthMax - [...ending].length).join('') + ending;
}

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

const shownTypes: readonly string[] = [...imageTypes, 'application/pdf', 'text/plain'];

/** Whether a browser may show it in place; everything else it only saves, so that nobody's file runs as our page. */
export const isShowable = (contentType: string): boolean => shownTypes.includes(contentType);
