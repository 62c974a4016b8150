import type { Declaration } from '../surface/declaration.ts';

/**
 * The names of the exported types that a package gives and never takes: those in results of its functions, in values
 * and in members of such types, and in no parameter. Its users only read them.
 */
export function onlyReadTypes(exported: ReadonlyMap<string, Declaration>): Set<string> {
  const [given, taken] = [new Set<string>(), new Set<string>()];
  const collect = (into: Set<string>, types: readonly string[] = []) => {
    const before = into.size;
    for (const name of types.flatMap((type) => type.match(/\b[A-Z]\w*/g) ?? []))
      if (exported.has(name)) into.add(name);
    return into.size > before;
  };
  const collectFrom = ({ calls, type, members }: Declaration, isTaken: boolean): boolean => {
    const into = isTaken ? taken : given;
    let isMore = collect(into, type);
    for (const { parameters, returns } of calls ?? []) {
      for (const parameter of parameters) isMore = collect(taken, parameter.type) || isMore;
      isMore = collect(into, returns) || isMore;
    }
    for (const member of members?.values() ?? []) isMore = collectFrom(member, isTaken) || isMore;
    return isMore;
  };
  for (const declaration of exported.values())
    if (declaration.kind !== 'interface' && declaration.kind !== 'type') collectFrom(declaration, false);
  // What the members of such types have is given and taken with them.
  for (let isMore = true; isMore; ) {
    isMore = false;
    for (const [name, declaration] of exported) {
      if (given.has(name)) isMore = collectFrom(declaration, false) || isMore;
      if (taken.has(name)) isMore = collectFrom(declaration, true) || isMore;
    }
  }
  return given.difference(taken);
}
