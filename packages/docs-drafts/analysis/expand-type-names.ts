import type { Call, Declaration } from '../surface/declaration.ts';
import { isPlatformType } from './relate-types.ts';

/** Finds what a type name stands for; undefined if it cannot be read. */
export type FindType = (name: string) => Declaration | undefined;

/**
 * Replaces type names by the strings, numbers and platform classes that they stand for: `version: number` and `version:
 * IsIpVersion` can be compared if `IsIpVersion` is `4 | 6`. A name that both sides mention stays if its meaning
 * differs, because a change of the named type is reported on its own.
 */
export function expandTypeNames(
  own: Declaration,
  other: Declaration,
  findType: FindType,
  findOther: FindType,
): Declaration {
  const expand = (parts: string[]): string[] =>
    [
      ...new Set(
        parts.flatMap((part) => {
          const [, name] = /^([A-Z]\w*)(?:<.*>)?$/s.exec(part) ?? [];
          const found = name === undefined ? undefined : findType(name);
          if (name === undefined || found?.kind !== 'type' || !found.type?.every(isPlatformType))
            return [part];
          const isShared = new RegExp(`\\b${name}\\b`).test(other.signature);
          return isShared && findOther(name)?.type?.join() !== found.type.join() ? [part] : found.type;
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
