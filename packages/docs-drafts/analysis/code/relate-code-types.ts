import type { CodeLanguageName } from '../../surface/code/code-languages.ts';

/** How a type of the head relates to that of the base, for code that was written for the base. */
export type TypeRelation = 'same' | 'fits' | 'perhaps' | 'differs';

type Position = 'parameter' | 'result' | 'value';

/** Types that no subclass or conversion connects with any other. */
const plain: Partial<Record<CodeLanguageName, RegExp>> = {
  java: /^(?:boolean|char|byte|short|int|long|float|double|void|String)(?:\[\])*$/,
  'c-sharp':
    /^(?:bool|char|s?byte|u?short|u?int|u?long|float|double|decimal|void|string|Task|Guid|DateTime)(?:\[\])*\??$/,
  kotlin:
    /^(?:Boolean|Char|Byte|Short|Int|Long|Float|Double|UByte|UShort|UInt|ULong|String|Unit|Duration|(?:Byte|Char|Int|Long)Array)\??$/,
  php: /^(?:int|float|string|bool|array|void|null|false|true|iterable|callable)$/,
};

/** Values of the first convert to the second by themselves. */
const widenings = [
  'byte short int long float double',
  'char int',
  'sbyte short',
  'ushort int uint',
  'uint long ulong',
  'int decimal',
].map((chain) => chain.split(' '));

export function relateCodeTypes(
  was: string | undefined,
  is: string | undefined,
  position: Position,
  language: CodeLanguageName,
): TypeRelation {
  if (was === is) return 'same';
  switch (language) {
    case 'rust':
      return relateRust(was ?? '', is ?? '', position);
    case 'php':
      return relatePhp(was, is, position);
    case 'graphql':
      return relateGraphql(was ?? '', is ?? '', position);
    case 'kotlin':
      return relateKotlin(was, is, position);
    case 'proto':
      return relateProto(was ?? '', is ?? '');
    default:
      return relateNominal(was ?? '', is ?? '', position, plain[language]);
  }
}

/** Rust has no subclasses, but parameters may become more general and results an `impl Trait`. */
function relateRust(was: string, is: string, position: Position): TypeRelation {
  if (was === 'Self' || is === 'Self') return 'perhaps';
  const isGeneric = /\bimpl\b|\bdyn\b|^(?:&(?:mut )?)?[A-Z]$|\b[A-Z]\b|::/;
  if (isGeneric.test(is) || isGeneric.test(was)) return 'perhaps';
  if (/^&?self$/.test(was) && /^&(?:mut )?self$/.test(is))
    return was === '&self' && is === '&mut self' ? 'differs' : 'fits';
  if (was === '&mut self' && is === '&self') return 'fits';
  if (position === 'parameter' && is === was.replace(/^&mut /, '&')) return 'fits';
  // Without arguments a type may stand for the same one with defaults.
  return was.replace(/<.*$/, '') === is.replace(/<.*$/, '') && (!was.includes('<') || !is.includes('<'))
    ? 'perhaps'
    : 'differs';
}

/** Java and C#: a class may be an ancestor of the other. */
function relateNominal(
  was: string,
  is: string,
  position: Position,
  plainShape: RegExp | undefined,
): TypeRelation {
  const [from, to] = position === 'parameter' ? [was, is] : [is, was];
  if (widenings.some((chain) => chain.includes(from) && chain.indexOf(from) < chain.indexOf(to)))
    return position === 'parameter' ? 'fits' : 'perhaps';
  if (position === 'result' && was === 'void') return 'fits';
  if (is === 'void') return 'differs';
  // `int` and `int?`
  if (position === 'parameter' && is === `${was}?`) return 'fits';
  return plainShape?.test(was) && plainShape.test(is) ? 'differs' : 'perhaps';
}

const partsOf = (type: string) =>
  type.split('|').flatMap((part) => (part === 'bool' ? ['true', 'false'] : [part]));

/** A type of PHP accepts more or promises less if it has more alternatives. */
function relatePhp(was: string | undefined, is: string | undefined, position: Position): TypeRelation {
  if (position !== 'parameter') {
    // Who reads a result without a declared type knew nothing of it.
    if (was === undefined || is === undefined) return was === undefined ? 'fits' : 'perhaps';
    const [old, now] = [partsOf(was), partsOf(is)];
    if (
      now.every((part) => old.includes(part)) ||
      was === 'void' ||
      was === 'mixed' ||
      is === 'static' ||
      is === 'never'
    )
      return 'fits';
    return plain.php &&
      [...old, ...now].every((part) => plain.php?.test(part)) &&
      !now.some((part) => old.includes(part))
      ? 'differs'
      : 'perhaps';
  }
  if (is === undefined || is === 'mixed') return 'fits';
  if (was === undefined || was === 'mixed') return 'perhaps';
  const [old, now] = [partsOf(was), partsOf(is)];
  const lost = old.filter((part) => !now.includes(part));
  if (lost.length === 0) return 'fits';
  return lost.some((part) => plain.php?.test(part)) && now.every((part) => plain.php?.test(part))
    ? 'differs'
    : 'perhaps';
}

/** What may be null is a type of its own, which takes more and promises less. */
function relateKotlin(was: string | undefined, is: string | undefined, position: Position): TypeRelation {
  // A type that is left to inference is unknown here.
  if (was === undefined || is === undefined) return 'same';
  const bare = (type: string) => type.replace(/\?$/, '');
  const [wasNullable, isNullable] = [was.endsWith('?'), is.endsWith('?')];
  if (bare(was) === bare(is)) {
    const isMore = isNullable && !wasNullable;
    if (position === 'value') return isMore ? 'differs' : 'perhaps';
    return (position === 'parameter') === isMore ? 'fits' : 'differs';
  }
  if (position === 'parameter' && (is === 'Any?' || (is === 'Any' && !wasNullable))) return 'fits';
  if (position === 'result' && (was === 'Unit' || is === 'Nothing')) return 'fits';
  if (is === 'Unit') return 'differs';
  return plain.kotlin?.test(was) && plain.kotlin.test(is) ? 'differs' : 'perhaps';
}

/** A result may become certain, an input may become optional. */
function relateGraphql(was: string, is: string, position: Position): TypeRelation {
  const bare = (type: string) => type.replaceAll('!', '');
  if (bare(was) !== bare(is)) return 'differs';
  const marks = (type: string) => [...type.matchAll(/[A-Za-z_\]]!?/g)].map(([part]) => part.endsWith('!'));
  const [old, now] = [marks(was), marks(is)];
  const gains = now.some((mark, at) => mark && !old[at]);
  const loses = old.some((mark, at) => mark && !now[at]);
  return (position === 'result' ? loses : gains) ? 'differs' : 'fits';
}

/** Types with the same form on the wire: only generated code differs. */
const wireFamilies = [
  ['int32', 'uint32', 'int64', 'uint64', 'bool'],
  ['sint32', 'sint64'],
  ['string', 'bytes'],
  ['fixed32', 'sfixed32'],
  ['fixed64', 'sfixed64'],
];

const relateProto = (was: string, is: string): TypeRelation => {
  const short = (type: string) => type.replace(/[\w.]*\./g, '');
  if (short(was) === short(is)) return was.split('.').length === is.split('.').length ? 'differs' : 'perhaps';
  return wireFamilies.some((family) => family.includes(was) && family.includes(is)) ? 'perhaps' : 'differs';
};
