import type { Declaration, Parameter } from '../declaration.ts';
import { descend } from '../nesting.ts';
import { namedChildren, oneLine, type SyntaxNode, withSyntaxTree } from '../tree-sitter.ts';
import { addDeclaration, type CodeFile } from './code-file.ts';

/** Parses a file; undefined if it cannot be parsed. Throws `TooDeep`. */
export function parseRuby(text: string): CodeFile | undefined {
  return withSyntaxTree('ruby', text, (root) => {
    const file: CodeFile = { declarations: new Map(), hasErrors: root.hasError };
    readBody(root, { file, name: '', members: new Map(), bases: [], hidden: new Set(), isSingleton: false });
    return file;
  });
}

interface Scope {
  file: CodeFile;
  /** The full name of the module around it; empty at the top. */
  name: string;
  /** `f` of instances, `self.f` of the module itself. */
  members: Map<string, Declaration>;
  bases: string[];
  /** Constants of `private_constant`. */
  hidden: Set<string>;
  isSingleton: boolean;
}

type Access = 'public' | 'protected' | 'private' | 'module';

/** `heading` has the comments between the name of a module and its first statement, which stand outside of the body. */
function readBody(body: SyntaxNode | null, scope: Scope, heading = ''): void {
  let access: Access = 'public';
  let comments = heading;
  for (const node of namedChildren(body)) {
    if (node.type === 'comment') {
      comments += `${node.text}\n`;
      continue;
    }
    const word = node.type === 'identifier' ? accessWord(node.text) : undefined;
    if (word) access = word;
    else descend(() => readStatement(node, scope, access, comments));
    comments = '';
  }
}

const accessWord = (word: string): Access | undefined =>
  word === 'module_function'
    ? 'module'
    : /^(?:public|protected|private)$/.test(word)
      ? (word as Access)
      : undefined;

const notesOf = (comments: string) => ({
  ...(/@deprecated\b/i.test(comments) && { isDeprecated: true }),
  ...(/@api private\b|:nodoc:|@private\b/.test(comments) && { isInternal: true }),
});

function readStatement(node: SyntaxNode, scope: Scope, access: Access, comments: string): void {
  const notes = notesOf(`${comments}${/#[^\n]*:nodoc:[^\n]*$/m.test(firstLine(node)) ? ':nodoc:' : ''}`);
  const { file, members } = scope;
  switch (node.type) {
    case 'module':
    case 'class':
      readModule(node, scope, notes);
      break;
    case 'singleton_class':
      readBody(node.childForFieldName('body'), { ...scope, isSingleton: true });
      break;
    case 'method':
    case 'singleton_method': {
      const name = node.childForFieldName('name')?.text ?? '';
      const isOwn = scope.isSingleton || node.type === 'singleton_method';
      const made = { ...methodOf(name, node), ...notes };
      // Methods at the top of a file are private to everybody.
      if (scope.name === '') break;
      if (node.type === 'singleton_method' || access !== 'private')
        members.set(
          isOwn || access === 'module' ? `self.${name}` : name,
          withAccess(made, isOwn ? 'public' : access),
        );
      break;
    }
    case 'alias': {
      // `alias a b` or `alias :a :b`
      const nameIn = (field: string) => (node.childForFieldName(field)?.text ?? '').replace(/^:/, '');
      addAlias(scope, nameIn('name'), nameIn('alias'), access);
      break;
    }
    case 'assignment':
      readConstant(node, scope, notes);
      break;
    case 'call':
      readCall(node, scope, access, notes);
      break;
    case 'if':
    case 'unless':
    case 'then':
    case 'else':
    case 'begin':
    case 'body_statement':
      for (const part of namedChildren(node)) descend(() => readStatement(part, scope, access, ''));
      break;
    default:
  }
  if (node.type === 'call' && /^(?:private_constant)$/.test(node.childForFieldName('method')?.text ?? ''))
    for (const name of symbolsOf(node)) {
      scope.hidden.add(name);
      for (const full of [...file.declarations.keys()])
        if (full === `${scope.name}::${name}` || full.startsWith(`${scope.name}::${name}::`))
          file.declarations.delete(full);
    }
}

const firstLine = (node: SyntaxNode) => node.text.slice(0, 400).split('\n')[0] as string;

const withAccess = (made: Declaration, access: Access): Declaration =>
  access === 'protected' ? { ...made, isInternal: true } : made;

function readModule(node: SyntaxNode, outer: Scope, notes: object): void {
  const short = oneLine(node.childForFieldName('name')?.text ?? '').replace(/^::/, '');
  if (outer.hidden.has(short)) return;
  const name = outer.name === '' ? short : `${outer.name}::${short}`;
  const base = node.childForFieldName('superclass')?.namedChild(0)?.text;
  const bases = base === undefined ? [] : [oneLine(base).replace(/^((?!Struct|Data)[\w:]+)\.new\b.*$/, '$1')];
  const members = new Map<string, Declaration>();
  const scope: Scope = { file: outer.file, name, members, bases, hidden: new Set(), isSingleton: false };
  const at: Declaration = {
    kind: node.type === 'class' ? 'class' : 'namespace',
    signature: `${node.type} ${name}`,
    members,
    bases,
    modifiers: [node.type],
    ...notes,
  };
  const heading = namedChildren(node).flatMap((one) =>
    one.type === 'comment' && one.startPosition.row > node.startPosition.row ? [one.text] : [],
  );
  readBody(node.childForFieldName('body'), scope, heading.join('\n'));
  const isOpen = members.has('method_missing') || members.has('self.method_missing');
  addDeclaration(outer.file.declarations, name, { ...at, ...(isOpen && { isOpen }) });
}

function readConstant(node: SyntaxNode, scope: Scope, notes: object): void {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (left?.type !== 'constant' && left?.type !== 'scope_resolution') return;
  const name = scope.name === '' ? left.text : `${scope.name}::${left.text}`;
  const receiver = right?.childForFieldName('receiver')?.text ?? '';
  const block = right?.childForFieldName('block')?.childForFieldName('body') ?? null;
  // `Point = Shape.new(:x) do def f; end end`, where `Shape` is a subclass of `Struct`.
  const isSubclass = /^[A-Z:]/.test(receiver) && namedChildren(block).some(({ type }) => type === 'method');
  const made = isSubclass || /^(?:::)?(?:Class|Module|Struct|Data)$/.test(receiver);
  const method = right?.childForFieldName('method')?.text;
  if (!right || !made || !/^(?:new|define)$/.test(method ?? '')) {
    addDeclaration(scope.file.declarations, name, {
      kind: 'value',
      signature: name,
      modifiers: [],
      ...notes,
    });
    return;
  }
  const members = new Map<string, Declaration>();
  if (!/Class|Module/.test(receiver))
    for (const field of symbolsOf(right)) members.set(field, attribute(field));
  const base = namedChildren(right.childForFieldName('arguments')).find(({ type }) =>
    /constant|scope/.test(type),
  );
  const isKnown = /^(?:::)?(?:Class|Module|Struct|Data)$/.test(receiver);
  const bases = base ? [oneLine(base.text)] : isKnown ? [] : [oneLine(receiver)];
  readBody(block, { file: scope.file, name, members, bases, hidden: new Set(), isSingleton: false });
  addDeclaration(scope.file.declarations, name, {
    ...{ kind: 'class', signature: `class ${name}`, members, bases, modifiers: ['class'], ...notes },
    ...(!isKnown && { isOpen: true }),
  });
}

const attribute = (name: string): Declaration => ({
  kind: 'function',
  signature: name,
  calls: [{ parameters: name.endsWith('=') ? [{ name: 'value', isOptional: false, isRest: false }] : [] }],
  modifiers: [],
});

/** The symbols and strings that a call names. */
const symbolsOf = (call: SyntaxNode): string[] =>
  namedChildren(call.childForFieldName('arguments')).flatMap(({ type, text }) =>
    type === 'simple_symbol' ? [text.slice(1)] : type === 'string' ? [text.slice(1, -1)] : [],
  );

function addAlias(scope: Scope, name: string, of: string, access: Access): void {
  if (access === 'private' || scope.name === '') return;
  const key = (own: string) => `${scope.isSingleton ? 'self.' : ''}${own}`;
  const known = scope.members.get(key(of));
  scope.members.set(
    key(name),
    known
      ? { ...known, signature: known.signature.replace(of, name) }
      : { kind: 'value', signature: name, isOpen: true, modifiers: [] },
  );
}

function readCall(node: SyntaxNode, scope: Scope, access: Access, notes: object): void {
  if (node.childForFieldName('receiver')) return;
  const method = node.childForFieldName('method')?.text ?? '';
  const { members } = scope;
  const inner = namedChildren(node.childForFieldName('arguments'));
  const key = (name: string) => `${scope.isSingleton ? 'self.' : ''}${name}`;
  const word = accessWord(method);
  if (word !== undefined || method === 'private_class_method') {
    readAccessCall(method, inner, symbolsOf(node), scope, notes);
    return;
  }
  const isShown = access !== 'private' && scope.name !== '';
  switch (method) {
    case 'include':
    case 'extend':
    case 'prepend':
      scope.bases.push(...inner.map(({ text }) => oneLine(text)).filter((text) => /^[A-Z:]/.test(text)));
      break;
    case 'attr_reader':
    case 'attr_writer':
    case 'attr_accessor':
      if (!isShown) break;
      for (const name of symbolsOf(node)) {
        if (method !== 'attr_writer') members.set(key(name), { ...attribute(name), ...notes });
        if (method !== 'attr_reader') members.set(key(`${name}=`), { ...attribute(`${name}=`), ...notes });
      }
      break;
    case 'alias_method': {
      const [name = '', of = ''] = symbolsOf(node);
      addAlias(scope, name, of, access);
      break;
    }
    default:
      // `ruby2_keywords def use(*args)`
      for (const one of inner) if (/method$/.test(one.type)) readStatement(one, scope, access, '');
      // `def_delegators :@list, :size`, `delegate :size, to: :list`, `define_method(:size)`, `class_attribute :size`
      if (isShown && !/^(?:undef_method|remove_method|require|autoload|public_constant)$/.test(method))
        for (const name of symbolsOf(node))
          if (!members.has(key(name)) && /^[a-z_]\w*[?!=]?$/.test(name))
            members.set(key(name), {
              kind: 'value',
              signature: name,
              isOpen: true,
              assignedIn: 'method',
              modifiers: [],
            });
  }
}

/** `private :a`, `private def a`, `private attr_reader :a`, `private_class_method :a`, `module_function :a`. */
function readAccessCall(
  word: string,
  inner: readonly SyntaxNode[],
  symbols: readonly string[],
  scope: Scope,
  notes: object,
): void {
  const { members } = scope;
  const isOwn = word === 'private_class_method' || scope.isSingleton;
  for (const one of inner) {
    if (one.type === 'method' || one.type === 'singleton_method') {
      if (word === 'private_class_method') continue;
      readStatement(one, scope, accessWord(word) ?? 'public', '');
      const name = one.childForFieldName('name')?.text ?? '';
      const made = members.get(name);
      if (made) members.set(name, { ...made, ...notes });
    } else if (one.type === 'call') readCall(one, scope, accessWord(word) ?? 'public', notes);
  }
  for (const name of symbols) {
    const key = isOwn ? `self.${name}` : name;
    const known = members.get(key);
    if (word.startsWith('private')) members.delete(key);
    else if (known && word === 'protected') members.set(key, { ...known, isInternal: true });
    else if (known && word === 'module_function') members.set(`self.${name}`, known);
  }
}

function methodOf(name: string, node: SyntaxNode): Declaration {
  const listed = namedChildren(node.childForFieldName('parameters'));
  const parameters = listed.flatMap((one): Parameter[] => {
    const own = one.childForFieldName('name')?.text ?? (one.type === 'identifier' ? one.text : '');
    const made = (isOptional: boolean, isRest: boolean, passing: Parameter['passing'] = 'position') => [
      { name: own === '' ? oneLine(one.text) : own, isOptional, isRest, passing },
    ];
    switch (one.type) {
      case 'optional_parameter':
        return made(true, false);
      case 'splat_parameter':
        return made(true, true);
      case 'keyword_parameter':
        return made(one.childForFieldName('value') !== null, false, 'name');
      case 'hash_splat_parameter':
        return made(true, true, 'name');
      case 'forward_parameter':
        return [...made(true, true), ...made(true, true, 'name')];
      case 'block_parameter':
      case 'hash_splat_nil':
        return [];
      default:
        return made(false, false);
    }
  });
  const shown = listed.map(({ text }) => oneLine(text)).join(', ');
  return {
    kind: 'function',
    signature: `def ${node.type === 'singleton_method' ? 'self.' : ''}${name}${shown === '' ? '' : `(${shown})`}`,
    calls: [{ parameters }],
    modifiers: [],
  };
}
