import { anyPattern } from '../../word-rule.ts';
import type { Call, Declaration, Parameter } from '../declaration.ts';
import { descend } from '../nesting.ts';
import { namedChildren, oneLine, type SyntaxNode, withSyntaxTree } from '../tree-sitter.ts';

/** A Python module: what it declares, imports and lists in `__all__`. */
export interface PythonModule {
  declarations: Map<string, Declaration>;
  /** Local name → where it comes from; `name` is `*` for a module. */
  imports: Map<string, PythonImport>;
  stars: string[];
  /** Undefined without `__all__`, or if it is computed. */
  all: Set<string> | undefined;
  /** True if names may exist that the source does not show (`__getattr__`, a computed `__all__`). */
  isOpen: boolean;
  /** The names that the module's `__getattr__` provides. */
  lazyNames: Set<string>;
  /** True if the module warns that they are deprecated. */
  isLazyDeprecated: boolean;
}

export interface PythonImport {
  /** `.app`, `..x` or `package.module`. */
  from: string;
  name: string;
  /** True for `from .x import a as a`, which marks the name as exported. */
  isRepeated: boolean;
}

/** Parses a module; undefined if it cannot be parsed. Throws `TooDeep`. */
export function parsePython(text: string): PythonModule | undefined {
  return withSyntaxTree('python', text, (root) => {
    const module: PythonModule = {
      declarations: new Map(),
      imports: new Map(),
      stars: [],
      all: undefined,
      isOpen: false,
      lazyNames: new Set(),
      isLazyDeprecated: false,
    };
    readBlock(root, module);
    if (module.declarations.has('__getattr__')) readLazyNames(root, module);
    return module;
  });
}

/** The strings that name something in `__getattr__`, and in the lists and dictionaries that it reads. */
function readLazyNames(root: SyntaxNode, module: PythonModule): void {
  const statements = namedChildren(root);
  const hook = statements.find(
    (node) => node.type === 'function_definition' && node.childForFieldName('name')?.text === '__getattr__',
  );
  if (!hook) return;
  const read = new Set(hook.descendantsOfType('identifier').map((node) => node?.text));
  const tables = statements
    .flatMap((statement) => (statement.type === 'expression_statement' ? namedChildren(statement) : []))
    .filter((node) => node.type === 'assignment' && read.has(node.childForFieldName('left')?.text));
  for (const part of [hook, ...tables])
    for (const node of part.descendantsOfType('string')) {
      const [, name] = /^["'](\w+)["']$/.exec(node?.text ?? '') ?? [];
      if (name !== undefined) module.lazyNames.add(name);
    }
  module.isLazyDeprecated = /deprecat/i.test(hook.text);
}

function readBlock(block: SyntaxNode, module: PythonModule): void {
  for (const node of namedChildren(block)) descend(() => readStatement(node, module));
}

function readStatement(node: SyntaxNode, module: PythonModule): void {
  switch (node.type) {
    case 'import_from_statement':
      readFromImport(node, module);
      break;
    case 'import_statement':
      for (const name of namedChildren(node)) {
        const alias = name.childForFieldName('alias')?.text;
        const from = name.childForFieldName('name')?.text ?? name.text;
        module.imports.set(alias ?? from.replace(/\..*$/, ''), { from, name: '*', isRepeated: false });
      }
      break;
    case 'expression_statement':
      for (const expression of namedChildren(node)) readAssignment(expression, module);
      break;
    case 'function_definition':
    case 'class_definition':
    case 'decorated_definition':
      declare(node, module.declarations, false);
      if (module.declarations.has('__getattr__')) module.isOpen = true;
      break;
    case 'type_alias_statement': {
      const name = /\w+/.exec(node.childForFieldName('left')?.text ?? '')?.[0];
      if (name !== undefined) module.declarations.set(name, { kind: 'value', signature: name });
      break;
    }
    case 'if_statement':
      readIf(node, module);
      break;
    case 'try_statement':
    case 'except_clause':
    case 'else_clause':
    case 'elif_clause':
    case 'finally_clause':
    case 'with_statement':
      for (const part of namedChildren(node))
        if (part.type === 'block') readBlock(part, module);
        else if (part.type.endsWith('_clause')) readStatement(part, module);
      break;
    default:
  }
}

/** Names that only type checkers import do not exist at run time. */
function readIf(node: SyntaxNode, module: PythonModule): void {
  const isForTypes = /\bTYPE_CHECKING\b/.test(node.childForFieldName('condition')?.text ?? '');
  for (const part of namedChildren(node)) {
    if (part.type === 'block' && !isForTypes) readBlock(part, module);
    else if (part.type.endsWith('_clause')) readStatement(part, module);
  }
}

function readFromImport(node: SyntaxNode, module: PythonModule): void {
  const from = node.childForFieldName('module_name')?.text.replace(/\s+/g, '') ?? '';
  if (namedChildren(node).some(({ type }) => type === 'wildcard_import')) module.stars.push(from);
  for (const name of node.childrenForFieldName('name')) {
    if (!name) continue;
    const imported = name.childForFieldName('name')?.text ?? name.text;
    const alias = name.childForFieldName('alias')?.text;
    module.imports.set(alias ?? imported, { from, name: imported, isRepeated: alias === imported });
  }
}

function readAssignment(node: SyntaxNode, module: PythonModule): void {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (!left) return;
  if (left.text === '__all__') {
    const names = right && stringsIn(right);
    if (!names) {
      module.isOpen = true;
      module.all = undefined;
    } else if (!module.isOpen) module.all = new Set([...(module.all ?? []), ...names]);
    return;
  }
  if (node.type !== 'assignment') return;
  const names =
    left.type === 'identifier' ? [left] : namedChildren(left).filter(({ type }) => type === 'identifier');
  if (left.type !== 'identifier' && left.type !== 'pattern_list' && left.type !== 'tuple_pattern') return;
  for (const { text } of names) {
    const alias = right?.type === 'identifier' && right.text !== text ? right.text : undefined;
    const known = module.declarations.get(text);
    if (known && !known.alias && known.kind !== 'value') continue;
    // `except ImportError: ssl = None`
    if (right?.type === 'none' && (module.imports.has(text) || isInExcept(node))) continue;
    module.declarations.set(text, { kind: 'value', signature: text, ...(alias !== undefined && { alias }) });
  }
}

const isInExcept = (node: SyntaxNode) => node.parent?.parent?.parent?.type === 'except_clause';

/** The strings of a list; undefined if it has other elements. */
function stringsIn(list: SyntaxNode): string[] | undefined {
  if (list.type !== 'list' && list.type !== 'tuple') return undefined;
  const names: string[] = [];
  for (const element of namedChildren(list)) {
    if (element.type === 'comment') continue;
    if (element.type !== 'string') return undefined;
    names.push(element.text.replace(/^\w*["']+|["']+$/g, ''));
  }
  return names;
}

function declare(node: SyntaxNode, into: Map<string, Declaration>, isInClass: boolean): void {
  const decorators =
    node.type === 'decorated_definition'
      ? namedChildren(node).flatMap((part) =>
          part.type === 'decorator'
            ? [
                part.text
                  .slice(1)
                  .replace(/\s#.*$/, '')
                  .trim(),
              ]
            : [],
        )
      : [];
  const definition = node.type === 'decorated_definition' ? node.childForFieldName('definition') : node;
  const name = definition?.childForFieldName('name')?.text;
  if (!definition || name === undefined) return;
  const has = (shape: RegExp) => decorators.some((decorator) => shape.test(decorator));
  // Type checkers read the overloads; callers call the definition after them.
  if (has(/(?:^|\.)overload$/) || has(/\.(?:setter|deleter)$/)) return;
  const notes = {
    ...((has(/(?:^|\.)deprecated\b/) || isDocumentedAsDeprecated(definition)) && { isDeprecated: true }),
    ...(isPrivateName(name) && { isInternal: true }),
  };
  if (definition.type === 'class_definition') into.set(name, { ...classOf(name, definition), ...notes });
  else if (isInClass && has(/property\b/))
    into.set(name, { kind: 'value', signature: name, isProperty: true, ...notes });
  else {
    const made = functionOf(name, definition, isInClass && !has(/^staticmethod$/));
    // A decorator may change its signature.
    const isWrapped = decorators.some((decorator) => !keepsSignature.test(decorator));
    const isHook = isInClass && (has(/(?:^|\.)abstractmethod$/) || isLeftToSubclasses(definition));
    into.set(name, {
      ...made,
      ...notes,
      ...(isWrapped && { isOpen: true }),
      ...(decorators.length > 0 && { decorators }),
      ...(isHook && { isHook }),
    });
  }
}

const keepsSignature = anyPattern([
  /^(?:staticmethod|classmethod|abstractmethod|abc\.abstractmethod|final|override|setupmethod)/,
  /^(?:functools\.)?(?:lru_cache|cache|wraps)\b.*/,
  /^(?:t|typing|te|typing_extensions)\.\w+/,
  /^\w*\.?deprecated\b.*/,
  /^(?:contextlib\.)?(?:async)?contextmanager/,
]);

const isPrivateName = (name: string) =>
  /^_/.test(name) && !/^__(?:init|call|enter|exit|aenter|aexit|iter|getitem|version)__$/.test(name);

/** True if its body has nothing but documentation and `raise NotImplementedError`. */
const isLeftToSubclasses = (definition: SyntaxNode) => {
  const [first, ...others] = namedChildren(definition.childForFieldName('body')).filter(
    ({ type, text }) => type !== 'comment' && !/^\w*["']/.test(text),
  );
  return first !== undefined && others.length === 0 && /^raise NotImplementedError\b/.test(first.text);
};

const isDocumentedAsDeprecated = (definition: SyntaxNode) => {
  const first = definition.childForFieldName('body')?.namedChild(0);
  return first?.type === 'expression_statement' && /\.\. deprecated::/.test(first.text.slice(0, 4_000));
};

function classOf(name: string, node: SyntaxNode): Declaration {
  const members = new Map<string, Declaration>();
  const parts = namedChildren(node.childForFieldName('body'));
  for (const part of parts) descend(() => readMember(part, members));
  for (const part of parts) readAttributes(part, members);
  const bases = namedChildren(node.childForFieldName('superclasses')).flatMap((base) => {
    if (base.type === 'keyword_argument') return [];
    return [base.type === 'subscript' ? (base.childForFieldName('value')?.text ?? base.text) : base.text];
  });
  return {
    kind: 'class',
    signature: `class ${name}${bases.length > 0 ? `(${bases.map(oneLine).join(', ')})` : ''}`,
    members,
    ...(bases.length > 0 && { bases }),
  };
}

function readMember(part: SyntaxNode, members: Map<string, Declaration>): void {
  if (/definition$/.test(part.type)) declare(part, members, true);
  else if (part.type === 'expression_statement')
    for (const expression of namedChildren(part)) {
      const left = expression.childForFieldName('left');
      if (expression.type !== 'assignment' || left?.type !== 'identifier' || members.has(left.text)) continue;
      const right = expression.childForFieldName('right');
      members.set(left.text, {
        kind: 'value',
        signature: left.text,
        ...(isPrivateName(left.text) && { isInternal: true }),
        ...(right?.type === 'identifier' && members.has(right.text) && { ...members.get(right.text) }),
      });
    }
  else if (
    part.type === 'if_statement' &&
    !/\bTYPE_CHECKING\b/.test(part.childForFieldName('condition')?.text ?? '')
  )
    for (const block of namedChildren(part)) {
      const body = block.type === 'block' ? block : block.childForFieldName('body');
      for (const inner of namedChildren(body)) descend(() => readMember(inner, members));
    }
}

/** The attributes that a method assigns to `self`. */
function readAttributes(part: SyntaxNode, members: Map<string, Declaration>): void {
  const method = part.type === 'decorated_definition' ? part.childForFieldName('definition') : part;
  if (method?.type !== 'function_definition') return;
  const assignedIn =
    method.childForFieldName('name')?.text === '__init__' ? ('constructor' as const) : ('method' as const);
  for (const assignment of method.descendantsOfType('assignment')) {
    const left = assignment?.childForFieldName('left');
    for (const target of left?.type === 'pattern_list' ? namedChildren(left) : [left]) {
      if (target?.type !== 'attribute' || target.childForFieldName('object')?.text !== 'self') continue;
      const name = target.childForFieldName('attribute')?.text ?? '';
      const known = members.get(name);
      if (known && !(known.assignedIn === 'method' && assignedIn === 'constructor')) continue;
      members.set(name, {
        kind: 'value',
        signature: name,
        assignedIn,
        ...(isPrivateName(name) && { isInternal: true }),
      });
    }
  }
}

function functionOf(name: string, node: SyntaxNode, dropsFirst: boolean): Declaration {
  const listed = namedChildren(node.childForFieldName('parameters')).filter(({ type }) => type !== 'comment');
  const parameters = readParameters(listed);
  const call: Call = {
    parameters: dropsFirst && parameters[0]?.isRest === false ? parameters.slice(1) : parameters,
  };
  const returns = node.childForFieldName('return_type')?.text;
  if (returns !== undefined) call.returns = [oneLine(returns)];
  const shown = (dropsFirst ? listed.slice(1) : listed).map(({ text }) => oneLine(text));
  const prefix = /^async\b/.test(node.text) ? 'async def' : 'def';
  return {
    kind: 'function',
    signature: `${prefix} ${name}(${shown.join(', ')})${returns === undefined ? '' : ` -> ${oneLine(returns)}`}`,
    calls: [call],
  };
}

function readParameters(nodes: SyntaxNode[]): Parameter[] {
  const parameters: Parameter[] = [];
  let isByName = false;
  for (const node of nodes) {
    if (node.type === 'keyword_separator') isByName = true;
    else if (node.type === 'positional_separator')
      for (const parameter of parameters) parameter.passing = 'position';
    else {
      const named =
        node.childForFieldName('name') ?? (node.type === 'typed_parameter' ? node.namedChild(0) : node);
      const text = (named ?? node).text;
      const stars = /^\**/.exec(text)?.[0] ?? '';
      parameters.push({
        name: text,
        isOptional: stars !== '' || /default_parameter$/.test(node.type),
        isRest: stars !== '',
        passing: isByName ? 'name' : 'both',
      });
      if (stars === '*') isByName = true;
    }
  }
  return parameters;
}
