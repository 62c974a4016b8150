import { anyOf } from '../../word-rule.ts';
import { descend } from '../nesting.ts';

/** Undefined if it depends on the platform. */
type Truth = boolean | undefined;

/** Systems, processors, and tags that depend on them. */
const platforms =
  'aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos unix 386 amd64 amd64p32 ' +
  'arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm cgo';
const platform = new RegExp(`^${anyOf(platforms.split(' '))}$`);
/** The compiler, and every release that somebody may build with. */
const always = /^(?:gc|go1(?:\.\d+)?)$/;

const valueOfTag = (tag: string): Truth => (always.test(tag) ? true : platform.test(tag) ? undefined : false);
const not = (value: Truth): Truth => (value === undefined ? undefined : !value);
const and = (a: Truth, b: Truth): Truth =>
  a === false || b === false ? false : a === undefined || b === undefined ? undefined : true;
const or = (a: Truth, b: Truth): Truth => not(and(not(a), not(b)));

/**
 * True if build constraints exclude a Go file from every build without tags of its own, as for generators (`ignore`),
 * fuzzers (`gofuzz`) and integration tests. `head` is the text before the package clause.
 */
export function isLeftOutByDefault(head: string): boolean {
  const [, expression] = /^\/\/go:build[ \t]+(.*)$/m.exec(head) ?? [];
  if (expression !== undefined) return evaluate(expression) === false;
  // Before Go 1.17: all lines must match, one word of each line, and all comma-separated parts of a word.
  return [...head.matchAll(/^\/\/ ?\+build[ \t]+(.*)$/gm)]
    .map(([, line = '']) =>
      line
        .trim()
        .split(/\s+/)
        .map((word) => word.split(',').map(term).reduce(and, true))
        .reduce(or, false),
    )
    .includes(false);
}

const term = (text: string): Truth =>
  text.startsWith('!') ? not(valueOfTag(text.slice(1))) : valueOfTag(text);

/** Evaluates `a && (b || !c)`. What cannot be parsed counts as unknown. */
function evaluate(expression: string): Truth {
  const tokens = expression.replace(/\/\/.*$/, '').match(/&&|\|\||[!()]|[\w.]+/g) ?? [];
  let at = 0;
  const either = (): Truth => {
    let value = both();
    while (tokens[at] === '||') {
      at++;
      value = or(value, both());
    }
    return value;
  };
  const both = (): Truth => {
    let value = single();
    while (tokens[at] === '&&') {
      at++;
      value = and(value, single());
    }
    return value;
  };
  const single = (): Truth => {
    const token = tokens[at++];
    if (token === '!') return not(descend(single));
    if (token !== '(') return token === undefined ? undefined : valueOfTag(token);
    const value = descend(either);
    at++;
    return value;
  };
  return either();
}
