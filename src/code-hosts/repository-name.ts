import type { RepositoryName } from './code-host.ts';

const part = /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9_-])?$/;

/** Parses `acme/site`. Rejects anything that git or a URL could interpret as an option, a path or another host. */
export function parseRepositoryName(text: string): RepositoryName | undefined {
  const [owner = '', name = '', ...rest] = text.split('/');
  const isName = part.test(owner) && part.test(name) && !/\.(?:git|lock)$/i.test(name) && rest.length === 0;
  return isName && !`${owner}/${name}`.includes('..') ? { owner, name } : undefined;
}

export const formatRepositoryName = ({ owner, name }: RepositoryName) => `${owner}/${name}`;

const refLengthMax = 250;
// The rules of git-check-ref-format; suffixes such as `main~2` and `v1^` are allowed as well.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes them
const refShape = /^(?![-/.])[^\x00-\x20\x7f~^:?*[\\]+(?<![/.])(?:[~^]\d{0,4}){0,5}$/;

/** Whether the text is safe to pass to git as a ref. */
export const isRefName = (text: string): boolean =>
  text.length <= refLengthMax &&
  refShape.test(text) &&
  !/\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)/.test(text) &&
  !hasLoneSurrogate(text);

const hasLoneSurrogate = (text: string) => !text.isWellFormed();
