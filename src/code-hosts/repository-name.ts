import type { RepositoryName } from './code-host.ts';

const part = /^[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9_-])?$/;

/** `acme/site`; anything that could be an option, a path or another host is none. */
export function parseRepositoryName(text: string): RepositoryName | undefined {
  const [owner = '', name = '', ...rest] = text.split('/');
  const isName = part.test(owner) && part.test(name) && !/\.(?:git|lock)$/i.test(name) && rest.length === 0;
  return isName && !`${owner}/${name}`.includes('..') ? { owner, name } : undefined;
}

export const sayRepository = ({ owner, name }: RepositoryName) => `${owner}/${name}`;

const refLengthMax = 250;
// What git-check-ref-format refuses; `main~2` and `v1^` are welcome all the same.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out
const refShape = /^(?![-/.])[^\x00-\x20\x7f~^:?*[\\]+(?<![/.])(?:[~^]\d{0,4}){0,5}$/;

/** Whether git may be asked for it at all. */
export const isRefName = (text: string): boolean =>
  text.length <= refLengthMax &&
  refShape.test(text) &&
  !/\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)/.test(text) &&
  !hasLoneSurrogate(text);

const hasLoneSurrogate = (text: string) => !text.isWellFormed();
