const nameLengthMax = 255;

/**
 * Control characters, lone surrogates, line and paragraph separators, and the bidirectional marks: after U+202E the program
 * `gpj.exe` is displayed as `exe.jpg`.
 */
const unsafeCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The file name from the upload, without its path and the characters that are unsafe to display. It is never used as a path on disk. */
export function cleanFileName(sentName: string): string {
  // Browsers escape quotes and line breaks of file names like this in multipart/form-data.
  const unescaped = sentName.replace(/%22/g, '"').replace(/%0[ad]/gi, '');
  const baseName = unescaped.slice(Math.max(unescaped.lastIndexOf('/'), unescaped.lastIndexOf('\\')) + 1);
  const name = shorten(baseName.replace(unsafeCharacters, '').trim());
  return /[^.]/.test(name) ? name : 'unnamed';
}

/** Keeps the extension: the user's system chooses the program to open the file by it. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= nameLengthMax) return name;
  const extension = /\.[^.\s]{1,20}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, nameLengthMax - [...extension].length).join('') + extension;
}

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

const inlineTypes: readonly string[] = [...imageTypes, 'application/pdf', 'text/plain'];

/** Whether a browser may display the type. It saves all others, so that no uploaded file runs as a page of Docket's origin. */
export const canDisplayInline = (contentType: string): boolean => inlineTypes.includes(contentType);
