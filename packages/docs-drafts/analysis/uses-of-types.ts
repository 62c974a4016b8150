import type { Declaration } from '../surface/declaration.ts';

/** How users of a package use its exported types. */
export interface TypeUses {
  /** Types in results, in values and in members of such types, and in no parameter: users only read them. */
  onlyRead: Set<string>;
  /** Types in parameters and in members of such types, and in no result or callback: users write them. */
  onlyWritten: Set<string>;
}

export function usesOfTypes(exported: ReadonlyMap<string, Declaration>): TypeUses {
  const [given, taken] = [new Set<string>(), new Set<string>()];
  const pending: [name: string, isTaken: boolean][] = [];
  const collect = (isTaken: boolean, types: readonly string[] = []) => {
    const into = isTaken ? taken : given;
    for (const name of types.flatMap((type) => type.match(/\b[A-Z]\w*/g) ?? [])) {
      if (!exported.has(name) || into.has(name)) continue;
      into.add(name);
      pending.push([name, isTaken]);
    }
  };
  const collectFrom = ({ calls, type, members }: Declaration, isTaken: boolean): void => {
    collect(isTaken, type);
    if (type?.some(isFunctionType)) collect(!isTaken, type.filter(isFunctionType));
    for (const { parameters, returns } of calls ?? []) {
      for (const parameter of parameters) {
        collect(true, parameter.type);
        // The package calls it and provides its arguments.
        collect(false, isTaken ? parameter.type : parameter.type?.filter(isFunctionType));
      }
      collect(isTaken, returns);
    }
    for (const member of members?.values() ?? []) if (!member.isInternal) collectFrom(member, isTaken);
  };
  for (const declaration of exported.values())
    if (declaration.kind !== 'interface' && declaration.kind !== 'type') collectFrom(declaration, false);
  // The types of members are used in the same way as the types that contain them.
  for (let next = pending.pop(); next; next = pending.pop()) {
    const declaration = exported.get(next[0]);
    if (declaration) collectFrom(declaration, next[1]);
  }
  return { onlyRead: given.difference(taken), onlyWritten: taken.difference(given) };
}

const isFunctionType = (type: string) => type.includes('=>');
