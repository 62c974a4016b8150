import type { Declaration } from '../declaration.ts';
import type { RustModule } from './rust-module.ts';

/** What a file of one of the languages in code-languages.ts declares for others. */
export interface CodeFile {
  /** By full name, for example `Acme\Http\Client`. A type that several files declare in parts is in each of them. */
  declarations: Map<string, Declaration>;
  /** Names in Rust depend on the module tree, so the file is resolved later. */
  module?: RustModule;
  /** True if the grammar does not know part of the text, which may declare anything. */
  hasErrors: boolean;
}

/** Adds a member; overloads and several builds of a function become one declaration with several calls. */
export function addDeclaration(to: Map<string, Declaration>, name: string, added: Declaration): void {
  const known = to.get(name);
  if (!known) to.set(name, added);
  else if (known.calls && added.calls) to.set(name, mergeCalls(known, added));
  else if (known.members && added.members) to.set(name, mergeParts(known, added));
}

/** One function with the calls of both. */
export function mergeCalls(known: Declaration, added: Declaration): Declaration {
  const calls = [...(known.calls ?? []), ...(added.calls ?? [])];
  if (calls.length > callsMax) return { ...known, isOpen: true };
  return {
    ...known,
    calls,
    signature: `${known.signature}\n${added.signature}`,
    ...(added.modifiers?.includes('override') && {
      modifiers: [...new Set([...(known.modifiers ?? []), 'override'])],
    }),
    ...(known.isDeprecated && !added.isDeprecated && { isDeprecated: false }),
  };
}

/** Every old overload is compared with every new one. */
const callsMax = 100;

/** A class that is declared in parts: `partial` in C#, reopened in Ruby, `extend` in GraphQL. */
export function mergeParts(one: Declaration, other: Declaration): Declaration {
  const members = new Map(one.members);
  for (const [name, member] of other.members ?? []) addDeclaration(members, name, member);
  const bases = [...new Set([...(one.bases ?? []), ...(other.bases ?? [])])];
  const modifiers = [...new Set([...(one.modifiers ?? []), ...(other.modifiers ?? [])])].sort();
  // `A` and `A<T>` are two types of C#, which have one name here.
  const known = new Set(countTypeParameters(one));
  const further = other.signature.split('\n').filter((line) => !known.has(countParametersOf(line)));
  const signature = [one.signature, ...further].join('\n');
  return { ...one, signature, members, ...(bases.length > 0 && { bases }), modifiers };
}

/** The number of type parameters in `class Name<K, V>`, for each type of the name. */
export const countTypeParameters = ({ signature }: Pick<Declaration, 'signature'>): number[] =>
  signature.split('\n').map(countParametersOf);

function countParametersOf(signature: string): number {
  const [, list] = /^[^(=]*?<(.*)>/.exec(signature) ?? [];
  let depth = 0;
  return list === undefined
    ? 0
    : 1 +
        [...list].filter((sign) => {
          if (/[<([]/.test(sign)) depth++;
          if (/[>)\]]/.test(sign)) depth--;
          return sign === ',' && depth === 0;
        }).length;
}
