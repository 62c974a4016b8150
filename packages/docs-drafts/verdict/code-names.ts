import type * as t from '@babel/types';
import { TooDeep } from '../surface/nesting.ts';
import { isGo, isPython, isScript } from '../surface/product-files.ts';
import { parseSyntax } from '../surface/script/parse-script.ts';
import { namedChildren, type SyntaxNode, withSyntaxTree } from '../surface/tree-sitter.ts';

/** A place of a source that declares a name. */
export interface CodeName {
  name: string;
  /** The type whose member it is, where the source writes it beside the name: `App.prototype.use = …`. */
  owner?: string;
  line: number;
  start: number;
  end: number;
  depth: number;
}

/** The names that a source declares, in its order; empty if it cannot be parsed. */
export function readCodeNames(path: string, text: string): CodeName[] {
  try {
    if (isScript(path)) return readScriptNames(path, text);
    if (isPython(path)) return withSyntaxTree('python', text, (root) => readTree(root, pythonName)) ?? [];
    if (isGo(path)) return withSyntaxTree('go', text, (root) => readTree(root, goName)) ?? [];
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
  }
  return [];
}

type Named = { name: string; owner?: string | undefined; at?: t.Node };

function readScriptNames(path: string, text: string): CodeName[] {
  const file = parseSyntax(path, text);
  const names: CodeName[] = [];
  const pending: [node: t.Node, depth: number][] = file ? [[file.program, 0]] : [];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [node, depth] = next;
    for (const { name, owner, at = node } of scriptNames(node))
      names.push({
        name,
        ...(owner !== undefined && { owner }),
        line: at.loc?.start.line ?? 1,
        start: node.start ?? 0,
        end: node.end ?? 0,
        depth,
      });
    for (const child of childNodes(node).reverse()) pending.push([child, depth + 1]);
  }
  return names;
}

const childNodes = (node: t.Node): t.Node[] =>
  Object.entries(node).flatMap(([key, value]) =>
    key === 'loc' || key === 'extra' || key === 'errors'
      ? []
      : (Array.isArray(value) ? value : [value]).filter(isNode),
  );

const isNode = (value: unknown): value is t.Node =>
  value !== null && typeof value === 'object' && typeof (value as t.Node).type === 'string';

function scriptNames(node: t.Node): Named[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSDeclareFunction':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
    case 'VariableDeclarator':
    case 'TSEnumMember':
      return node.id ? nameAt(node.id) : [];
    case 'ClassMethod':
    case 'ClassProperty':
    case 'ClassAccessorProperty':
    case 'TSDeclareMethod':
    case 'TSPropertySignature':
    case 'TSMethodSignature':
    case 'ObjectProperty':
    case 'ObjectMethod':
      return nameAt(node.key);
    case 'TSParameterProperty':
      return node.parameter.type === 'AssignmentPattern'
        ? nameAt(node.parameter.left)
        : nameAt(node.parameter);
    case 'ExportSpecifier':
    case 'ExportNamespaceSpecifier':
      return nameAt(node.exported);
    case 'ExportDefaultDeclaration':
      return [{ name: 'default' }];
    case 'AssignmentExpression':
      return node.left.type === 'MemberExpression' ? assignedName(node.left) : [];
    default:
      return [];
  }
}

const nameAt = (node: t.Node): Named[] =>
  node.type === 'Identifier'
    ? [{ name: node.name, at: node }]
    : node.type === 'StringLiteral'
      ? [{ name: node.value, at: node }]
      : [];

/** `use` of `App.prototype.use = …`, with the owner `App`. */
function assignedName({ object, property, computed }: t.MemberExpression): Named[] {
  const [named] = computed && property.type !== 'StringLiteral' ? [] : nameAt(property);
  if (!named) return [];
  const isPrototype =
    object.type === 'MemberExpression' &&
    object.property.type === 'Identifier' &&
    object.property.name === 'prototype';
  const holder = isPrototype ? object.object : object;
  return [{ ...named, ...(holder.type === 'Identifier' && { owner: holder.name }) }];
}

interface TreeName {
  name: SyntaxNode | null;
  owner?: string | undefined;
}

function readTree(root: SyntaxNode, namesOf: (node: SyntaxNode) => TreeName[]): CodeName[] {
  const names: CodeName[] = [];
  const pending: [node: SyntaxNode, depth: number][] = [[root, 0]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [node, depth] = next;
    for (const { name, owner } of namesOf(node))
      if (name)
        names.push({
          name: name.text,
          ...(owner !== undefined && { owner }),
          line: name.startPosition.row + 1,
          start: node.startIndex,
          end: node.endIndex,
          depth,
        });
    for (const child of namedChildren(node).reverse()) pending.push([child, depth + 1]);
  }
  return names;
}

function pythonName(node: SyntaxNode): TreeName[] {
  if (node.type === 'function_definition' || node.type === 'class_definition')
    return [{ name: node.childForFieldName('name') }];
  if (node.type !== 'assignment') return [];
  const left = node.childForFieldName('left');
  const targets = left?.type === 'pattern_list' ? namedChildren(left) : left ? [left] : [];
  return targets.map((target) => ({
    name: target.type === 'attribute' ? target.childForFieldName('attribute') : target,
  }));
}

function goName(node: SyntaxNode): TreeName[] {
  switch (node.type) {
    case 'method_declaration': {
      const receiver = node.childForFieldName('receiver')?.text ?? '';
      const owner = /([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*\)$/.exec(receiver)?.[1];
      return [{ name: node.childForFieldName('name'), owner }];
    }
    case 'function_declaration':
    case 'type_spec':
    case 'type_alias':
    case 'method_elem':
      return [{ name: node.childForFieldName('name') }];
    case 'const_spec':
    case 'var_spec':
    case 'field_declaration':
      return node.childrenForFieldName('name').map((name) => ({ name }));
    default:
      return [];
  }
}

/** The line of `Container.member`; that of the container if it does not write the member; undefined if it has neither. */
export function findLine(names: readonly CodeName[], path: string): number | undefined {
  const parts = path.split('.').filter((part) => part !== '' && part !== '()');
  // A name may begin with that of its module.
  for (let from = 0; from < parts.length; from++) {
    const found = findFrom(names, parts.slice(from));
    if (found) return found.line;
  }
  return undefined;
}

function findFrom(names: readonly CodeName[], [first, ...rest]: string[]): CodeName | undefined {
  let found =
    shallowest(names.filter(({ name, owner }) => name === first && owner === undefined)) ??
    shallowest(names.filter(({ name }) => name === first));
  for (const part of rest) {
    const container: CodeName | undefined = found;
    if (!container) return undefined;
    const inside = names.filter(
      (one) =>
        one.name === part &&
        one !== container &&
        (one.owner === container.name || (one.start >= container.start && one.end <= container.end)),
    );
    const member = shallowest(inside);
    if (!member) return container;
    found = member;
  }
  return found;
}

const shallowest = (names: readonly CodeName[]): CodeName | undefined =>
  names.reduce<CodeName | undefined>(
    (best, one) => (best === undefined || one.depth < best.depth ? one : best),
    undefined,
  );
