import { type ParserPlugin, parse } from '@babel/parser';
import type * as t from '@babel/types';
import type { Declaration } from '../declaration.ts';
import { descend, TooDeep } from '../nesting.ts';
import { newDeclarer, unwrap } from './declare.ts';
import { newDocumentationReader } from './documentation.ts';
import { readCommonJs } from './read-common-js.ts';
import { type ScriptModule, wholeModule } from './script-module.ts';

export interface ParsedScript {
  module: ScriptModule;
  /** The source with its comments blanked, for readers that search text. */
  code: string;
}

/** Parses a file; undefined if it has syntax errors that hide its structure. Throws `TooDeep`. */
export function parseScript(path: string, text: string): ParsedScript | undefined {
  const file = parseSyntax(path, text);
  if (!file) return undefined;
  const comments = file.comments ?? [];
  const declarer = newDeclarer(text, newDocumentationReader(text, comments));
  const module: ScriptModule = {
    declarations: new Map(),
    imports: new Map(),
    exports: new Map(),
    stars: [],
    isTyped: /\.[cm]?tsx?$/.test(path),
  };
  readStatements(file.program.body, module, declarer, isAmbientModule(path, file.program.body));
  readCommonJs(file.program.body, module, declarer);
  if (module.exports.size === 0 && module.stars.length === 0)
    readWrapped(file.program.body, module, declarer);
  return { module, code: blankComments(text, comments) };
}

/** Reads a module inside an immediately invoked function, as bundlers for browsers and Node.js write it. */
function readWrapped(body: readonly t.Node[], module: ScriptModule, declarer: Declarer): void {
  for (const inner of bodiesCalledAtOnce(body)) {
    readStatements(inner, module, declarer, false);
    readCommonJs(inner, module, declarer);
    const last = inner.at(-1);
    // `module.exports = factory()` is in a condition before.
    if (module.exports.size === 0 && last?.type === 'ReturnStatement' && last.argument?.type === 'Identifier')
      module.exports.set(wholeModule, { local: last.argument.name });
  }
}

/** The bodies in `(function () { … })()` and `(function (root, factory) { … })(this, function () { … })`. */
function bodiesCalledAtOnce(body: readonly t.Node[]): (readonly t.Node[])[] {
  return body.flatMap((node) => {
    if (node.type !== 'ExpressionStatement') return [];
    const expression =
      node.expression.type === 'UnaryExpression' ? node.expression.argument : node.expression;
    if (expression.type !== 'CallExpression') return [];
    const { callee } = expression;
    // `(function () { … }).call(this)`
    const called = callee.type === 'MemberExpression' ? callee.object : callee;
    return [called, ...expression.arguments].flatMap((part) => {
      const made = unwrap(part);
      const isFunction = made.type === 'FunctionExpression' || made.type === 'ArrowFunctionExpression';
      return isFunction && made.body.type === 'BlockStatement' ? [made.body.body] : [];
    });
  });
}

/** The syntax tree; undefined if the text cannot be parsed. Throws `TooDeep`. */
export function parseSyntax(path: string, text: string) {
  const isTypeScript = /\.[cm]?tsx?$/.test(path);
  const hasJsx = !isTypeScript || path.endsWith('x');
  const parseWith = (plugins: ParserPlugin[]) =>
    parse(text, {
      sourceType: 'unambiguous',
      errorRecovery: true,
      attachComment: false,
      allowReturnOutsideFunction: true,
      plugins: [...plugins, 'decorators', 'decoratorAutoAccessors'],
    });
  const language: ParserPlugin[] = isTypeScript
    ? [['typescript', { dts: /\.d\.[cm]?ts$/.test(path) }]]
    : /^\s*(?:\/\/|\/\*+)\s*@flow\b/.test(text)
      ? ['flow']
      : [];
  try {
    return parseWith([...language, ...(hasJsx ? (['jsx'] as const) : [])]);
  } catch (error) {
    // The parser calls itself for each level.
    if (error instanceof RangeError) throw new TooDeep();
    return undefined;
  }
}

/** In a declaration file without any export, everything is exported. */
const isAmbientModule = (path: string, body: readonly t.Node[]) =>
  /\.d\.[cm]?ts$/.test(path) &&
  body.some(({ type }) => type.startsWith('Export')) &&
  !body.some(isExportList);
const isExportList = (node: t.Node) =>
  (node.type === 'ExportNamedDeclaration' && !node.declaration && !node.source) ||
  node.type === 'TSExportAssignment' ||
  node.type === 'ExportDefaultDeclaration';

type Declarer = ReturnType<typeof newDeclarer>;

function readStatements(
  body: readonly t.Node[],
  module: ScriptModule,
  declarer: Declarer,
  exportsEverything: boolean,
): void {
  const overloaded = new Set<string>();
  const add = (name: string, declaration: Declaration, node: t.Node) => {
    const known = module.declarations.get(name);
    if (node.type === 'TSDeclareFunction') overloaded.add(name);
    else if (node.type === 'FunctionDeclaration' && overloaded.has(name)) return;
    module.declarations.set(name, known ? merge(known, declaration) : declaration);
  };
  const declare = (node: t.Node, isExported: boolean, outer: t.Node) => {
    if (node.type === 'TSModuleDeclaration') {
      if (node.id.type !== 'Identifier') {
        readAugmentation(node, module, declarer);
        return;
      }
      add(node.id.name, namespaceOf(node, declarer), node);
      if (isExported) module.exports.set(node.id.name, { local: node.id.name });
      return;
    }
    for (const [name, declaration] of declarer.declare(node, outer)) {
      add(name, declaration, node);
      if (isExported) module.exports.set(name, { local: name });
    }
  };

  for (const node of body) {
    switch (node.type) {
      case 'ImportDeclaration':
        for (const specifier of node.specifiers) {
          const name =
            specifier.type === 'ImportDefaultSpecifier'
              ? 'default'
              : specifier.type === 'ImportNamespaceSpecifier'
                ? '*'
                : nameOf(specifier.imported);
          module.imports.set(specifier.local.name, { from: node.source.value, name });
        }
        break;
      case 'TSImportEqualsDeclaration':
        if (node.moduleReference.type === 'TSExternalModuleReference')
          module.imports.set(node.id.name, {
            from: node.moduleReference.expression.value,
            name: wholeModule,
          });
        break;
      case 'ExportAllDeclaration':
        module.stars.push(node.source.value);
        break;
      case 'ExportNamedDeclaration':
        if (node.declaration) declare(node.declaration, true, node);
        for (const specifier of node.specifiers) readSpecifier(specifier, node.source?.value, module);
        break;
      case 'ExportDefaultDeclaration':
        readDefault(node, module, declarer);
        break;
      case 'TSExportAssignment':
        if (node.expression.type === 'Identifier')
          module.exports.set(wholeModule, { local: node.expression.name });
        break;
      default:
        declare(node, exportsEverything, node);
    }
  }
}

function readSpecifier(specifier: t.Node, from: string | undefined, module: ScriptModule): void {
  if (specifier.type === 'ExportNamespaceSpecifier' && from !== undefined)
    module.exports.set(nameOf(specifier.exported), { from, name: '*' });
  else if (specifier.type === 'ExportSpecifier') {
    const name = nameOf(specifier.local);
    module.exports.set(nameOf(specifier.exported), from === undefined ? { local: name } : { from, name });
  }
}

function readDefault(node: t.ExportDefaultDeclaration, module: ScriptModule, declarer: Declarer): void {
  const value = unwrap(node.declaration);
  if (value.type === 'Identifier') {
    module.exports.set('default', { local: value.name });
    return;
  }
  const [declared] = declarer.declare(value, node);
  if (declared) {
    if (declared[0] !== 'default') module.declarations.set(...declared);
    module.exports.set('default', declared[1]);
    return;
  }
  module.exports.set(
    'default',
    declarer.declareValue('default', value) ?? { kind: 'value', signature: 'default', isOpen: true },
  );
}

/** The members of a namespace are what it exports; in a declaration file, all that it declares. */
function namespaceOf(node: t.TSModuleDeclaration, declarer: Declarer): Declaration {
  const name = node.id.type === 'Identifier' ? node.id.name : '';
  const inner: ScriptModule = {
    declarations: new Map(),
    imports: new Map(),
    exports: new Map(),
    stars: [],
    isTyped: true,
  };
  const body = node.body as t.Node | undefined;
  if (body?.type === 'TSModuleBlock')
    descend(() => readStatements(body.body, inner, declarer, node.declare === true));
  const members = new Map<string, Declaration>();
  for (const [exported, target] of inner.exports) {
    const declaration = 'local' in target ? inner.declarations.get(target.local) : undefined;
    members.set(exported, declaration ?? { kind: 'value', signature: exported, isOpen: true });
  }
  if (members.size === 0) for (const [declared, made] of inner.declarations) members.set(declared, made);
  return { kind: 'namespace', signature: `namespace ${name}`, members };
}

/** `declare module "x" { … }` declares what users of this file see in `x`. */
function readAugmentation(node: t.TSModuleDeclaration, module: ScriptModule, declarer: Declarer): void {
  for (const [name, declaration] of namespaceOf(node, declarer).members ?? [])
    if (name !== 'default' && !module.exports.has(name) && !module.declarations.has(name))
      module.exports.set(name, declaration);
}

/** Overloads, and declarations that TypeScript merges: interfaces, and a namespace with a function or class. */
function merge(known: Declaration, more: Declaration): Declaration {
  const members =
    known.members || more.members ? new Map([...(known.members ?? []), ...(more.members ?? [])]) : undefined;
  const calls = [...(known.calls ?? []), ...(more.calls ?? [])];
  const main =
    known.kind === 'namespace' || (known.kind === 'interface' && more.kind === 'value') ? more : known;
  return {
    ...main,
    signature:
      known.kind === 'function' && more.kind === 'function'
        ? `${known.signature}\n${more.signature}`
        : main.signature,
    ...(members && { members }),
    ...(calls.length > 0 && { calls }),
    ...((known.bases || more.bases) && { bases: [...(known.bases ?? []), ...(more.bases ?? [])] }),
  };
}

const nameOf = (node: t.Identifier | t.StringLiteral) =>
  node.type === 'Identifier' ? node.name : node.value;

/** Replaces comments by spaces, so that offsets do not change. */
function blankComments(text: string, comments: readonly t.Comment[]): string {
  let [code, at] = ['', 0];
  for (const { start, end } of comments) {
    code +=
      text.slice(at, start as number) + text.slice(start as number, end as number).replace(/[^\n]/g, ' ');
    at = end as number;
  }
  return code + text.slice(at);
}
