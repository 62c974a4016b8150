import type { Call, Declaration, Parameter } from '../declaration.ts';
import { descend } from '../nesting.ts';
import { namedChildren, oneLine, type SyntaxNode, withSyntaxTree } from '../tree-sitter.ts';
import { isLeftOutByDefault } from './build-constraint.ts';

/** The exported declarations of one Go file. */
export interface GoFile {
  package: string;
  /** True if build constraints exclude it from every build without tags of its own. */
  isIgnored: boolean;
  /** The name of an imported package → its path. */
  imports: Map<string, string>;
  declarations: Map<string, Declaration>;
  /** Methods by the name of their type; the type may be declared in another file of the package. */
  methods: Map<string, Map<string, Declaration>>;
}

/** Parses a file; undefined if it cannot be parsed. Throws `TooDeep`. */
export function parseGo(text: string): GoFile | undefined {
  return withSyntaxTree('go', text, (root) => {
    const file: GoFile = {
      package: '',
      isIgnored: isLeftOutByDefault(text.slice(0, Math.max(0, text.search(/^package\s/m)))),
      imports: new Map(),
      declarations: new Map(),
      methods: new Map(),
    };
    let comments = '';
    for (const node of namedChildren(root)) {
      if (node.type === 'comment') {
        comments += `${node.text}\n`;
        continue;
      }
      readDeclaration(node, file, /(?:^|\n)(?:\/\/|\/?\*)? ?Deprecated:/.test(comments));
      comments = '';
    }
    return file;
  });
}

const isExported = (name: string) => /^\p{Lu}/u.test(name);

function readDeclaration(node: SyntaxNode, file: GoFile, isDeprecated: boolean): void {
  const notes = isDeprecated ? { isDeprecated } : {};
  switch (node.type) {
    case 'package_clause':
      file.package = namedChildren(node)[0]?.text ?? '';
      break;
    case 'import_declaration':
      readImports(node, file);
      break;
    case 'function_declaration': {
      const name = node.childForFieldName('name')?.text ?? '';
      if (isExported(name)) file.declarations.set(name, { ...functionOf(`func ${name}`, node), ...notes });
      break;
    }
    case 'method_declaration': {
      const name = node.childForFieldName('name')?.text ?? '';
      const receiver = node.childForFieldName('receiver')?.text ?? '';
      const owner = /([A-Za-z_]\w*)(?:\[[^\]]*\])?\s*\)$/.exec(receiver)?.[1] ?? '';
      if (!isExported(name)) break;
      const methods = file.methods.get(owner) ?? new Map<string, Declaration>();
      methods.set(name, { ...functionOf(`func (${owner}) ${name}`, node), ...notes });
      file.methods.set(owner, methods);
      break;
    }
    case 'type_declaration':
      for (const spec of namedChildren(node)) readType(spec, file, notes);
      break;
    case 'const_declaration':
    case 'var_declaration':
      readValues(node, file, notes);
      break;
    default:
  }
}

function readImports(node: SyntaxNode, file: GoFile): void {
  for (const spec of namedChildren(node)) {
    if (spec.type === 'import_spec_list') readImports(spec, file);
    const path = spec.childForFieldName('path')?.text.slice(1, -1);
    if (path !== undefined)
      file.imports.set(spec.childForFieldName('name')?.text ?? packageNameOf(path), path);
  }
}

/** `regexp2` of `github.com/dlclark/regexp2/v2`, `yaml` of `gopkg.in/yaml.v3`. */
const packageNameOf = (path: string) =>
  path
    .replace(/[./]v\d+$/, '')
    .replace(/^.*\//, '')
    .replace(/^go-|-go$/, '');

/** Specs are in the declaration itself or, in brackets, in a list. */
function readValues(node: SyntaxNode, file: GoFile, notes: object): void {
  const keyword = node.type === 'const_declaration' ? 'const' : 'var';
  for (const spec of namedChildren(node)) {
    if (spec.type === 'var_spec_list') readValues(spec, file, notes);
    for (const name of spec.childrenForFieldName('name')) {
      if (!name || !isExported(name.text)) continue;
      const type = spec.childForFieldName('type');
      file.declarations.set(name.text, {
        kind: 'value',
        signature: `${keyword} ${name.text}${type ? ` ${typeOf(type)}` : ''}`,
        ...(type && { type: [typeOf(type)] }),
        ...notes,
      });
    }
  }
}

function readType(spec: SyntaxNode, file: GoFile, notes: object): void {
  const name = spec.childForFieldName('name')?.text ?? '';
  const type = spec.childForFieldName('type');
  if (!isExported(name) || !type) return;
  const generics = spec.childForFieldName('type_parameters')?.text ?? '';
  const head = `type ${name}${oneLine(generics)}`;
  if (spec.type === 'type_alias')
    file.declarations.set(name, {
      kind: 'type',
      signature: `${head} = ${typeOf(type)}`,
      isOpen: true,
      ...notes,
    });
  else if (type.type === 'struct_type')
    file.declarations.set(name, { kind: 'class', signature: `${head} struct`, ...structOf(type), ...notes });
  else if (type.type === 'interface_type')
    file.declarations.set(name, {
      kind: 'interface',
      signature: `${head} interface`,
      ...interfaceOf(type),
      ...notes,
    });
  else if (type.type === 'function_type') {
    const call = callOf(type);
    file.declarations.set(name, {
      kind: 'type',
      signature: `${head} func${printGoCall(call)}`,
      type: [typeOf(type)],
      ...notes,
    });
  } else
    file.declarations.set(name, {
      kind: 'type',
      signature: `${head} ${typeOf(type)}`,
      type: [typeOf(type)],
      ...notes,
    });
}

function structOf(type: SyntaxNode): Pick<Declaration, 'members' | 'bases'> {
  const members = new Map<string, Declaration>();
  const bases: string[] = [];
  const list = namedChildren(type).find((child) => child.type === 'field_declaration_list') ?? null;
  for (const field of namedChildren(list)) {
    if (field.type !== 'field_declaration') continue;
    const declared = field.childForFieldName('type');
    const names = field.childrenForFieldName('name').filter((name) => name !== null);
    if (!declared) continue;
    if (names.length === 0) {
      const base = typeOf(declared).replace(/^\*|\[.*$/g, '');
      bases.push(base);
      const short = base.replace(/^.*\./, '');
      if (isExported(short)) members.set(short, { kind: 'value', signature: base, type: [typeOf(declared)] });
    }
    for (const { text } of names)
      if (isExported(text))
        members.set(text, {
          kind: 'value',
          signature: `${text} ${typeOf(declared)}`,
          type: [typeOf(declared)],
        });
  }
  return { members, ...(bases.length > 0 && { bases }) };
}

function interfaceOf(type: SyntaxNode): Pick<Declaration, 'members' | 'bases' | 'isInternal'> {
  const members = new Map<string, Declaration>();
  const bases: string[] = [];
  for (const element of namedChildren(type)) {
    if (element.type === 'method_elem') {
      const name = element.childForFieldName('name')?.text ?? '';
      members.set(name, { ...functionOf(name, element), ...(!isExported(name) && { isInternal: true }) });
    } else if (element.type === 'type_elem' || element.type === 'constraint_elem')
      bases.push(oneLine(element.text));
  }
  return { members, ...(bases.length > 0 && { bases }) };
}

function functionOf(head: string, node: SyntaxNode): Declaration {
  const call = callOf(node);
  return { kind: 'function', signature: `${head}${printGoCall(call)}`, calls: [call] };
}

function callOf(node: SyntaxNode): Call {
  const result = node.childForFieldName('result');
  const parameters = parametersOf(node.childForFieldName('parameters'));
  if (!result) return { parameters, returns: [] };
  const returns =
    result.type === 'parameter_list'
      ? parametersOf(result).map(({ type }) => type?.[0] ?? '')
      : [typeOf(result)];
  return { parameters, returns };
}

function parametersOf(list: SyntaxNode | null): Parameter[] {
  return namedChildren(list).flatMap((node): Parameter[] => {
    if (!/parameter_declaration$/.test(node.type)) return [];
    const isRest = node.type.startsWith('variadic');
    const declared = node.childForFieldName('type');
    const type = declared ? [typeOf(declared)] : [''];
    const names = node.childrenForFieldName('name').flatMap((name) => (name ? [name.text] : []));
    return (names.length === 0 ? [''] : names).map((name) => ({ name, type, isOptional: isRest, isRest }));
  });
}

/** A type without the names of parameters and results, which callers do not see. */
const typeOf = (node: SyntaxNode): string => descend(() => printType(node));

function printType(node: SyntaxNode): string {
  if (node.type === 'function_type') return `func${printGoCall(callOf(node), false)}`;
  if (node.type === 'parenthesized_type') return typeOf(namedChildren(node)[0] as SyntaxNode);
  if (node.type === 'pointer_type') return `*${typeOf(namedChildren(node)[0] as SyntaxNode)}`;
  if (node.type === 'slice_type') return `[]${typeOf(node.childForFieldName('element') as SyntaxNode)}`;
  if (node.type === 'map_type') {
    const [key, value] = [node.childForFieldName('key'), node.childForFieldName('value')];
    return key && value ? `map[${typeOf(key)}]${typeOf(value)}` : oneLine(node.text);
  }
  return oneLine(node.text).replace(/\binterface ?\{\}/g, 'any');
}

function printGoCall({ parameters, returns = [] }: Call, withNames = true): string {
  const list = parameters.map(({ name, type, isRest }) => {
    const text = `${isRest ? '...' : ''}${type?.[0] ?? ''}`;
    return withNames && name !== '' ? `${name} ${text}` : text;
  });
  const result =
    returns.length === 0 ? '' : returns.length === 1 ? ` ${returns[0]}` : ` (${returns.join(', ')})`;
  return `(${list.join(', ')})${result}`;
}
