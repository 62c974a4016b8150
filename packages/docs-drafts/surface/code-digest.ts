import { hash } from 'node:crypto';
import { blankGoComments, blankPythonComments } from './blank-comments.ts';

/** Equal for two versions of a file that differ only in comments, docstrings and white space. */
export const digestScript = (source: string, withoutComments: string) =>
  digest(source, withoutComments.replace(/\s+/g, ''));

/** Keeps `//go:build linux`, a comment that decides what is compiled. */
export const digestGo = (source: string) =>
  digest(
    source,
    `${source.match(/^\/\/go:(?:build|embed|linkname)\b.*$/gm)?.join('\n') ?? ''} ${blankGoComments(source).replace(/\s+/g, '')}`,
  );

export const digestPython = (source: string) =>
  digest(
    source,
    blankPythonComments(source.replace(docstring, '$1'))
      // Indentation matters, empty lines do not.
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{2,}/g, '\n')
      .trim(),
  );

/** Matches a string that is a statement, at the start of the file or after a line that ends with a colon. */
const docstring =
  /(^(?:\s*#[^\n]*\n|\s)*|:[ \t]*(?:#[^\n]*)?\n\s*)[rRuU]?("""|''')(?:\\[\s\S]|(?!\2)[\s\S])*\2(?=[ \t]*(?:#[^\n]*)?(?:\n|$))/g;

/** Comments that deprecate something count as code. */
const digest = (source: string, code: string) => {
  const deprecations = source.match(/@deprecated\b|\bDeprecated:|\.\. deprecated::/g)?.length ?? 0;
  return hash('sha256', `${deprecations} ${code}`, 'base64url').slice(0, 22);
};
