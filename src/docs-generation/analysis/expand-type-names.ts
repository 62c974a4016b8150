import type { Call, Declaration } from '../surface/declaration.ts';
import { isKnownType } from './relate-types.ts';

/** What a name of a type stands for; undefined if it cannot be read. */
export type FindType = (name: string) => Declaration | undefined;

/**
 * Replaces the names of types that only this side of a comparison mentions by the strings, numbers and the like that they
 * stand for: `version: number` and `version: IsIpVersion` can be compared if `IsIpVersion` is `4 | 6`. A name that both
 * sides mention stays, because a change of the named type is a change of its own.
 */
export function expandTypeNames(own: Declaration, other: Declaration, findType: FindType): Declaration {
  const expand = (parts: string[]): string[] =>
    [
      ...new Set(
        parts.flatMap((part) => {
          if (!/^[A-Z]\w*$/.test(part) || new RegExp(`\\b${part}\\b`).test(other.signature)) return [part];
          const found = findType(part);
          return found?.kind === 'type' && found.type?.every(isKnownType) ? found.type : [part];
        }),
      ),
    ].sort();
  const inCall = (call: Call): Call => ({
    ...call,
    parameters: call.parameters.map((one) => (one.type ? { ...one, type: expand(one.type) } : one)),
    ...(call.returns && { returns: expand(call.returns) }),
  });
  return {
    ...own,
    ...(own.type && own.kind !== 'type' && { type: expand(own.type) }),
    ...(own.calls && { calls: own.calls.map(inCall) }),
  };
}
