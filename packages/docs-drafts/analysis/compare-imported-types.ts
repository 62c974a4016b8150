import type { Claim } from './claims.ts';
import type { GoPackage } from './go-package.ts';
import { verdictOf } from './rules/declaration-rules.ts';
import { aliasPackage } from './rules/name-rules.ts';
import type { SourceTree } from './source-tree.ts';

/** The paths of this repository's changed modules, without their major versions. */
export const ownModulesOf = (tree: SourceTree): string[] =>
  (['before', 'after'] as const).flatMap((side) =>
    [...tree[side].keys()].flatMap((path) => {
      const text = /(?:^|\/)go\.mod$/.test(path) ? tree.file(side, path)?.text : undefined;
      return /^module\s+(\S+)/m.exec(text ?? '')?.[1]?.replace(majorVersion, '') ?? [];
    }),
  );

/** `/v2` at the end of a module or before a package of it, `.v2` of gopkg.in. */
const majorVersion = /[./]v\d+(?=\/|$)/;

interface ImportedType {
  /** The public name whose signature contains the type. */
  name: string;
  path: string;
  signature: string;
  /** The name by which the file imports the package: `json` in `json.RawMessage`. */
  qualifier: string;
  imported: string;
}

/**
 * A type from another module, or from another major version, is another type even if it has the same name. Each such
 * type is reported once per package.
 */
export function compareImportedTypes(was: GoPackage, is: GoPackage, ownModules: readonly string[]): Claim[] {
  const keyOf = ({ name, signature, qualifier }: ImportedType) => [name, signature, qualifier].join('\0');
  const now = Map.groupBy(importedTypes(is), keyOf);
  const raised = importedTypes(was).flatMap((old) => {
    const found = (now.get(keyOf(old)) ?? []).find(
      ({ imported }) =>
        imported !== old.imported && ![imported, old.imported].some((path) => aliasPackage.test(path)),
    );
    const isOwn = ownModules.some((module) => `${withoutMajor(old.imported)}/`.startsWith(`${module}/`));
    return found && !isOwn ? [{ ...old, after: found.imported }] : [];
  });
  return [...Map.groupBy(raised, ({ imported }) => imported).values()].flatMap((group): Claim[] => {
    const [first, ...others] = group;
    if (!first) return [];
    const names = [...new Set(others.map(({ name }) => name))].filter((name) => name !== first.name);
    const more = names.length > namesShown ? ' and others' : '';
    const same = names.length === 0 ? '' : `; the same in ${names.slice(0, namesShown).join(', ')}${more}`;
    return [
      {
        area: 'export',
        change: 'changed',
        name: first.name,
        path: first.path,
        before: `${first.signature} // ${first.imported}`,
        after: `${first.signature} // ${first.after}`,
        verdict: verdictOf('breaks', 'importedType', first.after, first.imported, same),
      },
    ];
  });
}

const namesShown = 8;

const withoutMajor = (path: string) => path.replace(majorVersion, '');

/** The types of other packages in public signatures, in the order of the declarations. */
const importedTypes = ({ shapes, paths, imports }: GoPackage): ImportedType[] =>
  [...shapes].flatMap(([name, { declaration, members }]) =>
    [
      [name, declaration] as const,
      ...[...members].map(([member, of]) => [`${name}.${member}`, of] as const),
    ].flatMap(([full, { signature, isInternal }]) => {
      const path = paths.get(full) ?? paths.get(name) ?? '';
      const names = isInternal ? [] : (signature.match(/\b\p{Ll}\w*(?=\.\p{Lu})/gu) ?? []);
      return [...new Set(names)].flatMap((qualifier) => {
        const imported = imports.get(path)?.get(qualifier);
        return imported === undefined ? [] : [{ name: full, path, signature, qualifier, imported }];
      });
    }),
  );
