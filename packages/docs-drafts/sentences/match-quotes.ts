import { isGo, isPython, isScript } from '../surface/product-files.ts';
import type { GoneDefinition } from './false-sentence.ts';
import { isDistinctKey } from './gone-definitions.ts';
import { foreignCommand, isForeignVariable, isShell } from './other-tools.ts';
import { escapePattern } from './patch.ts';
import type { Quote } from './read-quotes.ts';

export interface Match {
  definition: GoneDefinition;
  /** The token as the page writes it. */
  quote: string;
}

/** Finds the definitions that a quotation names. */
export type Matcher = (quote: Quote, page: Page) => Match[];

export interface Page {
  path: string;
  text: string;
  quotes: readonly Quote[];
}

/** Builds the index of definitions by the words that quote them. */
export function newMatcher(gone: readonly GoneDefinition[], ownNames: ReadonlySet<string>): Matcher {
  const byToken = Map.groupBy(
    gone.filter(({ kind }) => kind !== 'route'),
    ({ kind, name }) => `${kind} ${kind === 'export' ? (name.split('.').at(-1) as string) : name}`,
  );
  const routes = gone.filter(({ kind }) => kind === 'route').map(parseRoute);
  const find = (kind: string, token: string) => byToken.get(`${kind} ${token}`) ?? [];
  return (quote, page) => {
    if (quote.form !== 'span' && quote.form !== 'block') return [];
    const { text } = quote;
    const matches: Match[] = [];
    for (const { 0: token, index } of text.matchAll(/(?<![\w-])--[A-Za-z][\w-]*/g))
      for (const definition of find('flag', token))
        if (isOwnFlag(quote, index, ownNames)) matches.push({ definition, quote: token });
    for (const [token] of text.matchAll(/(?<![\w.])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\w)/g))
      for (const definition of find('variable', token))
        if (!isForeignVariable(token)) matches.push({ definition, quote: token });
    for (const { 0: token, index } of text.matchAll(
      /(?<![\w$./@-])[A-Za-z_$][\w$]*(?:[.#][A-Za-z_$][\w$]*)*/g,
    ))
      matches.push(...matchNames(token, index, quote, page, find, ownNames));
    if (/[\w"']\s*[:=]|^[\w.-]+$/.test(text))
      for (const key of settingTokens(quote))
        for (const definition of find('setting', key)) matches.push({ definition, quote: key });
    if (routes.length > 0 && text.includes('/')) matches.push(...matchRoutes(quote, routes));
    return matches;
  };
}

function matchNames(
  token: string,
  index: number,
  quote: Quote,
  page: Page,
  find: (kind: string, token: string) => GoneDefinition[],
  ownNames: ReadonlySet<string>,
): Match[] {
  const parts = token.split(/[.#]/);
  return parts.flatMap((part, at) =>
    find('export', part).flatMap((definition): Match[] => {
      const owner = definition.name.split('.').slice(0, -1);
      const before = parts.slice(Math.max(0, at - owner.length), at).filter((one) => one !== 'prototype');
      // A member of several words names itself: it is reported only if no source of the head has the word.
      const isNamedWhole = owner.length === 0 || before.join('.') === owner.join('.');
      if (!isNamedWhole && (!isDistinctKey(part) || find('setting', part).length > 0)) return [];
      // A member of something else: `other.name`; a module, a package or an instance cannot be told apart.
      if (
        owner.length === 0 &&
        at > 0 &&
        !(at === 1 && isOwnModule(parts[0] as string, definition, ownNames))
      )
        return [];
      const isCall = quote.text[index + token.length] === '(';
      if (
        !isDistinctKey(part) &&
        !(at > 0 || (isImported(quote, part) && part.length > 3)) &&
        !(isCall && part.length > 7)
      )
        return [];
      if (quote.form === 'block' && !isLanguageOf(quote.language, definition.path)) return [];
      if (quote.form === 'span' && /[\s]/.test(quote.text) && !/[(){}=.<>]/.test(quote.text)) return [];
      if (isDefinedOnPage(page, part, ownNames)) return [];
      return [{ definition, quote: parts.slice(0, at + 1).join(token.includes('#') ? '#' : '.') }];
    }),
  );
}

const isOwnModule = (name: string, { path }: GoneDefinition, ownNames: ReadonlySet<string>) =>
  ownNames.has(name.toLowerCase()) ||
  path
    .split('/')
    .slice(0, -1)
    .concat(path.replace(/^.*\/|\.\w+$/g, ''))
    .includes(name);

const isImported = ({ text }: Quote, name: string) =>
  new RegExp(`\\b(?:import|require)\\b.*(?<![\\w$])${escapePattern(name)}(?![\\w$])`).test(text);

/** Whether a page defines the name itself, or imports it from a package of others. */
function isDefinedOnPage(page: Page, name: string, ownNames: ReadonlySet<string>): boolean {
  const code = codeOf(page);
  const word = escapePattern(name);
  const whole = new RegExp(`(?<![\\w$])${word}(?![\\w$])`);
  if (code.imports.some(({ names, from }) => whole.test(names) && !isOwnImport(from, ownNames))) return true;
  const defines = new RegExp(
    `\\b(?:function\\*?|class|interface|type|enum|const|let|var|def|func)\\s+(?:\\([^)]{0,80}\\)\\s*)?${word}(?![\\w$])|^\\s*${word}\\s*(?::?=)(?!=)`,
  );
  return code.lines.some((line) => line.includes(name) && defines.test(line));
}

interface PageCode {
  lines: string[];
  imports: { names: string; from: string }[];
}

const codeByPage = new WeakMap<Page, PageCode>();

/** The lines of all blocks of a page and what they import. Read once, because many names are looked up in them. */
function codeOf(page: Page): PageCode {
  const known = codeByPage.get(page);
  if (known) return known;
  const blocks = page.quotes.filter(({ form }) => form === 'block');
  const texts = new Set(blocks.map(({ block = '' }) => block));
  const code: PageCode = { lines: blocks.map(({ text }) => text), imports: [] };
  for (const text of texts) {
    for (const [, names = '', from = ''] of text.matchAll(
      /\b(?:import|export)\s([^'";]{1,600}?)\bfrom\s*['"]([^'"\n]{1,200})['"]/g,
    ))
      code.imports.push({ names, from });
    for (const [, names = '', from = ''] of text.matchAll(
      /\b(?:const|let|var)\s([^=;]{1,300})=\s*require\(\s*['"]([^'"\n]{1,200})['"]/g,
    ))
      code.imports.push({ names, from });
    for (const [, from = '', names = ''] of text.matchAll(
      /^[ \t]*from[ \t]+([\w.]{1,200})[ \t]+import[ \t]([^\n]{1,500})/gm,
    ))
      code.imports.push({ names, from });
  }
  codeByPage.set(page, code);
  return code;
}

function isOwnImport(from: string, ownNames: ReadonlySet<string>): boolean {
  if (/^[.~]|^@\//.test(from)) return false;
  const name = (/^@[^/]+\/[^/]+|^[^/.]+/.exec(from)?.[0] ?? from).toLowerCase();
  return ownNames.has(name) || ownNames.has(name.replace(/_/g, '-'));
}

const languages: [(path: string) => boolean, RegExp][] = [
  [isScript, /^(?:[cm]?jsx?|[cm]?tsx?|javascript|typescript|vue|svelte|astro|mdx|react)$/],
  [isPython, /^(?:py|python\d?|pycon|ipython)$/],
  [isGo, /^(?:go|golang)$/],
];
const isLanguageOf = (language: string, path: string) =>
  languages.some(([isFile, names]) => isFile(path) && names.test(language));

/** The keys that a span or a line of a block sets: `key: …`, `"key": …`, `key = …`; a span may also be the key alone. */
function settingTokens({ form, text, language }: Quote): string[] {
  if (form === 'span')
    return [...text.matchAll(/^(?:[\w-]+\.)*([A-Za-z_][\w-]*)(?:\s*[:=].*)?$/g)].flatMap(
      ([whole, key = '']) => [key, whole],
    );
  if (
    !/^(?:ya?ml|json[c5]?|toml|ini|[cm]?jsx?|[cm]?tsx?|javascript|typescript|py|python|hcl|properties)$/.test(
      language,
    )
  )
    return [];
  return [...text.matchAll(/(?:^|[{,(]|\s)["']?((?:[\w-]+\.)*[A-Za-z_][\w-]*)["']?\s*[:=](?![:=])/g)].map(
    ([, key = '']) => key,
  );
}

function isOwnFlag(
  { form, text, language, context }: Quote,
  index: number,
  ownNames: ReadonlySet<string>,
): boolean {
  if (form === 'block' && !isShell(language)) return false;
  if (foreignCommand(text.slice(0, index), ownNames)) return false;
  // `--name` alone in a paragraph about the command of somebody else.
  const isAlone = form === 'span' && !/\S\s/.test(text.slice(0, index));
  return (
    !isAlone ||
    ![...context.matchAll(/`([^`]{1,200})`/g)].some(([, code = '']) => foreignCommand(`${code} `, ownNames))
  );
}

interface Route {
  definition: GoneDefinition;
  method: string;
  segments: string[];
}

function parseRoute(definition: GoneDefinition): Route {
  const [method = '', path = ''] = definition.name.split(' ');
  return { definition, method, segments: splitRoute(path) };
}

/** `/users/:id`, `/users/{id}` and `/users/<int:id>` have the same segments. */
export const splitRoute = (path: string) =>
  path
    .split('/')
    .filter(Boolean)
    .map((segment) => (/[:{<[*$]/.test(segment) ? ':' : segment));

const routeShape =
  /(?:\b(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+)?(?:https?:\/\/[\w.:-]+|(?<![\w./:-]))(\/[\w\-./:{}<>[\]*$@]*)/g;

function matchRoutes({ text }: Quote, routes: readonly Route[]): Match[] {
  return [...text.matchAll(routeShape)].flatMap(([, method, path = '']) => {
    const segments = splitRoute(path.replace(/[.:]+$/, ''));
    return routes.flatMap(({ definition, method: own, segments: defined }): Match[] => {
      const isSame =
        (method === undefined || method === own) &&
        segments.length >= defined.length &&
        segments.length <= defined.length + 3 &&
        defined.filter((part) => part !== ':').join('').length > 5 &&
        (defined.length > 1 || segments.length === 1) &&
        defined.every((part, at) => {
          const other = segments[segments.length - defined.length + at] as string;
          return part === other || part === ':';
        });
      return isSame ? [{ definition, quote: method === undefined ? path : `${method} ${path}` }] : [];
    });
  });
}
