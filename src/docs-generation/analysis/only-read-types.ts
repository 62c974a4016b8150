import type { Declaration } from '../surface/declaration.ts';

/**
 * The names of the exported types that a package gives and never takes: those in results of its functions, in values
 * and in members of such types, and in no parameter. Its users only read them.
 */
export function onlyReadTypes(exported: ReadonlyMap<string, Declaration>): Set<string> {
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
    for (const { parameters, returns } of calls ?? []) {
      for (const parameter of parameters) collect(true, parameter.type);
      collect(isTaken, returns);
    }
    for (const member of members?.values() ?? []) collectFrom(member, isTaken);
  };
  for (const declaration of exported.values())
    if (declaration.kind !== 'interface' && declaration.kind !== 'type') collectFrom(declaration, false);
  // What the members of such types have is given and taken with them.
  for (let next = pending.pop(); next; next = pending.pop()) {
    const declaration = exported.get(next[0]);
    if (declaration) collectFrom(declaration, next[1]);
  }
  return given.difference(taken);
}
