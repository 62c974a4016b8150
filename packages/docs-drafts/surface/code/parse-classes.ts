import type { Call, Declaration, Parameter } from '../declaration.ts';
import { descend } from '../nesting.ts';
import { namedChildren, oneLine, type SyntaxNode, withSyntaxTree } from '../tree-sitter.ts';
import type { Access, ClassSyntax } from './class-syntax.ts';
import { addDeclaration, type CodeFile } from './code-file.ts';

/** Where a declaration stands. */
interface Scope {
  syntax: ClassSyntax;
  file: CodeFile;
  prefix: string;
  /** What the members of the type around it are without a word; undefined outside of types. */
  access: Access | undefined;
  /** True within an interface, whose methods without a body have to be implemented. */
  isInterface: boolean;
}

/** Parses a file; undefined if it cannot be parsed. Throws `TooDeep`. */
export function parseClasses(syntax: ClassSyntax, text: string): CodeFile | undefined {
  return withSyntaxTree(syntax.grammar, text, (root) => {
    const file: CodeFile = { declarations: new Map(), hasErrors: root.hasError };
    readScope(namedChildren(root), { syntax, file, prefix: '', access: undefined, isInterface: false });
    return file;
  });
}

/** Reads the declarations of a file or of a namespace. */
function readScope(nodes: readonly SyntaxNode[], outer: Scope): void {
  const { syntax, file } = outer;
  let scope = outer;
  let comment = '';
  for (const node of nodes) {
    if (/comment$/.test(node.type)) {
      comment = node.text;
      continue;
    }
    if (/namespace|package_declaration/.test(node.type) && !/_use_/.test(node.type)) {
      const body = node.childForFieldName('body');
      const name = (node.childForFieldName('name') ?? (body ? null : node.namedChild(0)))?.text ?? '';
      const prefix =
        name === '' ? outer.prefix : `${outer.prefix}${name.replace(/\s/g, '')}${syntax.separator}`;
      if (body) descend(() => readScope(namedChildren(body), { ...outer, prefix }));
      else scope = { ...outer, prefix };
    } else if (syntax.containers.test(node.type)) descend(() => readScope(namedChildren(node), { ...scope }));
    else if (syntax.types[node.type]) readType(node, scope, comment, file.declarations);
    else if (syntax.methods.test(node.type) || syntax.fields.test(node.type))
      readMember(node, { ...scope, access: 'public' }, comment, file.declarations, scope.prefix);
    comment = '';
  }
}

/** The words in front of a declaration, and the names of its annotations: `public`, `static`, `@Deprecated`. */
function wordsOf(node: SyntaxNode): Set<string> {
  const words = new Set<string>();
  for (const child of namedChildren(node)) {
    if (child.type === 'modifiers')
      for (const word of child.children) {
        if (word)
          words.add(
            /annotation$/.test(word.type) ? `@${word.childForFieldName('name')?.text ?? ''}` : word.text,
          );
      }
    else if (/modifier$/.test(child.type)) words.add(oneLine(child.text).toLowerCase());
    else if (child.type === 'attribute_list')
      for (const attribute of child.descendantsOfType('attribute'))
        words.add(`@${/[\w\\.]+/.exec(attribute?.text ?? '')?.[0] ?? ''}`);
  }
  return words;
}

function accessOf(words: ReadonlySet<string>, initial: Access): Access {
  if (words.has('public')) return 'public';
  if (words.has('protected')) return words.has('private') ? 'private' : 'protected';
  return words.has('private') || words.has('internal') || words.has('file') ? 'private' : initial;
}

const counted = new Set([
  ...[
    'abstract',
    'async',
    'const',
    'final',
    'override',
    'protected',
    'readonly',
    'ref',
    'required',
    'sealed',
  ],
  ...['static', 'virtual', 'volatile'],
]);

const notesOf = (words: ReadonlySet<string>, comment: string) => ({
  ...(([...words].some((word) => /^@(?:[\w.]*\.)?(?:Deprecated|Obsolete)$/.test(word)) ||
    /@deprecated\b/.test(comment)) && { isDeprecated: true }),
  ...(([...words].some((word) => /^@(?:[\w.]*\.)?(?:\w*Internal\w*|VisibleForTesting)$/.test(word)) ||
    /@internal\b|@hide\b/.test(comment)) && { isInternal: true }),
});

const modifiersOf = (words: ReadonlySet<string>, access: Access) =>
  [...words, ...(access === 'protected' ? ['protected'] : [])]
    .filter((word, index, all) => counted.has(word) && all.indexOf(word) === index)
    .sort();

function readType(node: SyntaxNode, scope: Scope, comment: string, into: Map<string, Declaration>): void {
  const { syntax } = scope;
  const words = wordsOf(node);
  const access = accessOf(words, scope.access ?? syntax.typeAccess);
  const short = node.childForFieldName('name')?.text ?? '';
  const kind = syntax.types[node.type];
  if (access === 'private' || short === '' || !kind) return;
  const name = `${scope.prefix}${short}`;
  const modifiers = modifiersOf(words, access);
  const notes = notesOf(words, comment);
  if (kind === 'function') {
    addDeclaration(into, name, { ...functionOf(short, node, syntax, modifiers), ...notes });
    return;
  }
  const members = new Map<string, Declaration>();
  const inner: Scope = {
    ...scope,
    prefix: `${name}${syntax.separator}`,
    access:
      kind === 'interface' || (kind === 'enum' && syntax.grammar !== 'java') ? 'public' : syntax.memberAccess,
    isInterface: kind === 'interface',
  };
  readRecord(node, short, syntax, members);
  const bases = basesOf(node);
  readBody(node.childForFieldName('body'), inner, members, bases);
  // Nobody inherits from it, so what is protected is out of reach.
  if (modifiers.includes('final') || (modifiers.includes('sealed') && syntax.grammar === 'c-sharp'))
    for (const [member, { modifiers: own = [] }] of members)
      if (own.includes('protected')) members.delete(member);
  const keyword =
    /^(?:record_struct|record|interface|enum|struct|trait|annotation_type|class)/.exec(node.type)?.[0] ??
    kind;
  const generics = oneLine(
    node.childForFieldName('type_parameters')?.text ?? typeParametersOf(node)?.text ?? '',
  );
  addDeclaration(into, name, {
    kind,
    signature: `${[...modifiers, keyword.replace('_', ' '), name].join(' ')}${generics}`,
    members,
    ...(bases.length > 0 && { bases }),
    modifiers: [...modifiers, keyword],
    ...notes,
  });
}

const typeParametersOf = (node: SyntaxNode) =>
  namedChildren(node).find(({ type }) => type === 'type_parameter_list');

/** The components of a record are its constructor, and properties that users read. */
function readRecord(
  node: SyntaxNode,
  short: string,
  syntax: ClassSyntax,
  members: Map<string, Declaration>,
): void {
  const list =
    node.childForFieldName('parameters') ??
    namedChildren(node).find(({ type }) => type === 'parameter_list') ??
    null;
  if (!list || !/^(?:record|class|struct)/.test(node.type)) return;
  const parameters = parametersOf(list, syntax);
  members.set(syntax.constructorName, {
    kind: 'function',
    signature: `${short}(${parameters.map(printParameter).join(', ')})`,
    calls: [{ parameters }],
    modifiers: [],
  });
  if (!node.type.startsWith('record')) return;
  for (const { name, type = [] } of parameters)
    members.set(
      name,
      syntax.grammar === 'java'
        ? {
            kind: 'function',
            signature: `${type[0]} ${name}()`,
            calls: [{ parameters: [], returns: type }],
            modifiers: [],
          }
        : { kind: 'value', signature: `${type[0]} ${name}`, type, modifiers: [] },
    );
}

/** The types that it extends, implements or uses, without their parameters. */
const basesOf = (node: SyntaxNode) => {
  const shape =
    /^(?:superclass|super_interfaces|extends_interfaces|base_list|base_clause|class_interface_clause)$/;
  return namedChildren(node)
    .filter(({ type }) => shape.test(type))
    .flatMap((clause) =>
      namedChildren(clause).flatMap((one) => (one.type === 'type_list' ? namedChildren(one) : [one])),
    )
    .map(({ text }) => oneLine(text).replace(/[<(].*$/s, ''));
};

function readBody(
  body: SyntaxNode | null,
  scope: Scope,
  members: Map<string, Declaration>,
  bases: string[],
): void {
  const { syntax, file } = scope;
  let comment = '';
  for (const node of namedChildren(body)) {
    if (/comment$/.test(node.type)) {
      comment = node.text;
      continue;
    }
    if (syntax.containers.test(node.type)) descend(() => readBody(node, scope, members, bases));
    // A type within a type is public by its full name.
    else if (syntax.types[node.type]) descend(() => readType(node, scope, comment, file.declarations));
    // `use SomeTrait;`
    else if (node.type === 'use_declaration')
      bases.push(...namedChildren(node).flatMap(({ type, text }) => (/name$/.test(type) ? [text] : [])));
    else readMember(node, scope, comment, members, '');
    comment = '';
  }
}

function readMember(
  node: SyntaxNode,
  scope: Scope,
  comment: string,
  members: Map<string, Declaration>,
  prefix: string,
): void {
  const { syntax, isInterface } = scope;
  const words = wordsOf(node);
  // Constants of an interface are `static final` without the words.
  if (isInterface && syntax.grammar === 'java' && syntax.fields.test(node.type))
    words.add('static').add('final');
  const access = accessOf(words, explicitOwner(node) ? 'private' : (scope.access ?? 'private'));
  const notes = notesOf(words, comment);
  if (syntax.cases.test(node.type)) {
    const name = node.childForFieldName('name')?.text ?? '';
    const value = syntax.grammar === 'php' ? node.childForFieldName('value')?.text : undefined;
    members.set(name, {
      ...{ kind: 'value', signature: value === undefined ? name : `${name} = ${oneLine(value)}`, ...notes },
      modifiers: ['case'],
    });
    return;
  }
  if (access === 'private') return;
  const modifiers = modifiersOf(words, access);
  if (syntax.methods.test(node.type)) {
    const name = methodName(node);
    const isHook = isLeftToOthers(node, words, isInterface);
    const made = functionOf(name, node, syntax, modifiers);
    addDeclaration(members, `${prefix}${freeName(members, name)}`, {
      ...made,
      ...notes,
      ...(isHook && { isHook }),
      ...((words.has('override') || words.has('@Override')) && {
        modifiers: [...(made.modifiers ?? []), 'override'],
      }),
    });
    if (name === '__construct') readPromoted(node, members);
  } else if (syntax.constructors.test(node.type))
    addDeclaration(members, syntax.constructorName, {
      ...functionOf(node.childForFieldName('name')?.text ?? '', node, syntax, modifiers),
      ...notes,
    });
  else if (syntax.fields.test(node.type))
    for (const field of fieldsOf(node, syntax, words, modifiers)) {
      const isHook = isInterface && node.type === 'property_declaration' && syntax.grammar === 'c-sharp';
      const method = syntax.grammar === 'java' ? members.get(field.name) : undefined;
      if (method?.calls) {
        members.delete(field.name);
        members.set(`${field.name}()`, method);
      }
      addDeclaration(members, `${prefix}${field.name}`, {
        ...field.declaration,
        ...notes,
        ...((isHook || words.has('abstract')) && { isHook: true }),
      });
    }
}

/** `void IFoo.Bar()` in C# is reached through the interface only. */
const explicitOwner = (node: SyntaxNode) =>
  namedChildren(node).some(({ type }) => type === 'explicit_interface_specifier');

/** A field and a method of Java may have the same name; the field keeps it. */
const freeName = (members: ReadonlyMap<string, Declaration>, name: string) =>
  members.has(name) && !members.get(name)?.calls ? `${name}()` : name;

function methodName(node: SyntaxNode): string {
  if (node.type === 'indexer_declaration') return 'this[]';
  if (node.type === 'operator_declaration')
    return `operator ${/\boperator\s+(?:checked\s+)?([^\s(]+)/.exec(node.text)?.[1] ?? ''}`;
  if (node.type === 'conversion_operator_declaration')
    return `operator ${oneLine(node.childForFieldName('type')?.text ?? '')}`;
  return node.childForFieldName('name')?.text ?? '';
}

/** True if whoever extends or implements the type has to provide it. */
const isLeftToOthers = (node: SyntaxNode, words: ReadonlySet<string>, isInterface: boolean) =>
  words.has('abstract') ||
  (isInterface &&
    !words.has('default') &&
    !words.has('static') &&
    !node.childForFieldName('body') &&
    !(node.type === 'annotation_type_element_declaration' && node.childForFieldName('value')));

function functionOf(
  name: string,
  node: SyntaxNode,
  syntax: ClassSyntax,
  words: readonly string[],
): Declaration {
  const parameters = parametersOf(node.childForFieldName('parameters'), syntax);
  const declared =
    node.childForFieldName('returns') ??
    node.childForFieldName('return_type') ??
    node.childForFieldName('type');
  const result = declared ? typeText(declared, syntax) : undefined;
  const generics = oneLine(node.childForFieldName('type_parameters')?.text ?? '');
  const thrown = namedChildren(namedChildren(node).find(({ type }) => type === 'throws') ?? null)
    .map(({ text }) => `throws ${text}`)
    .sort();
  const call: Call = { parameters, ...(result !== undefined && { returns: [result] }) };
  const list = `(${parameters.map(printParameter).join(', ')})`;
  const own = `${words.map((word) => `${word} `).join('')}`;
  return {
    kind: 'function',
    signature:
      syntax.grammar === 'php'
        ? `${own}function ${name}${list}${result === undefined ? '' : `: ${result}`}`
        : `${own}${result === undefined ? '' : `${result} `}${name}${generics}${list}${thrown.length > 0 ? ` ${thrown.join(', ')}` : ''}`,
    calls: [call],
    // `async` and `override` are matters of the body.
    modifiers: [...words.filter((word) => word !== 'async' && word !== 'override'), ...thrown],
  };
}

const printParameter = ({ name, type, isOptional, isRest }: Parameter) =>
  `${type ? `${type[0]} ` : ''}${isRest ? '...' : ''}${name}${isOptional && !isRest ? ' = …' : ''}`;

function parametersOf(list: SyntaxNode | null, syntax: ClassSyntax): Parameter[] {
  const parameters: Parameter[] = [];
  // The grammar of C# writes `params T[] rest` as three nodes of the list.
  let restType: string | undefined;
  for (const [index, node] of (list?.children ?? []).entries()) {
    if (!node) continue;
    const field = list?.fieldNameForChild(index);
    if (field === 'type') restType = typeText(node, syntax);
    else if (field === 'name')
      parameters.push({
        name: node.text,
        isOptional: true,
        isRest: true,
        ...(restType && { type: [restType] }),
      });
    else if (/parameter$/.test(node.type) && node.isNamed && node.type !== 'receiver_parameter')
      parameters.push(parameterOf(node, syntax));
  }
  return parameters;
}

function parameterOf(node: SyntaxNode, syntax: ClassSyntax): Parameter {
  const isRest =
    /^(?:spread|variadic)_/.test(node.type) || namedChildren(node).some(({ text }) => text === 'params');
  const typed =
    node.childForFieldName('type') ??
    (node.type === 'spread_parameter'
      ? namedChildren(node).find(({ type }) => type !== 'modifiers')
      : undefined);
  const name =
    node.childForFieldName('name')?.text ??
    namedChildren(node).find(({ type }) => type === 'variable_declarator')?.text ??
    '';
  const isOptional =
    isRest ||
    node.childForFieldName('default_value') !== null ||
    node.children.some((one) => one?.type === '=');
  const passing = namedChildren(node)
    .filter(
      ({ type, text }) =>
        (type === 'modifier' && /^(?:ref|out|in)$/.test(text)) || type === 'reference_modifier',
    )
    .map(({ text }) => `${text} `);
  const type = typed ? `${passing.join('')}${typeText(typed, syntax)}${dimensionsOf(node)}` : undefined;
  return { name, isOptional, isRest, ...(type !== undefined && { type: [type] }) };
}

/** The brackets after the name in `char[] a[]` of Java, which belong to the type. */
const dimensionsOf = (node: SyntaxNode) =>
  oneLine(node.childForFieldName('dimensions')?.text ?? '').replace(/ /g, '');

/** A type without annotations and packages. In C#, `?` after a class is a note for the compiler. */
function typeText(node: SyntaxNode, { grammar }: ClassSyntax): string {
  const text = oneLine(node.text).replace(/,(?=\S)/g, ', ');
  if (grammar === 'java')
    return text
      .replace(/@[\w.]+(?:\([^)]*\))? ?/g, '')
      .replace(/\b(?:[a-z_]\w*\.)+(?=[A-Z])/g, '')
      .replace(/\bfinal /g, '');
  if (grammar === 'c-sharp')
    return text
      .replace(/\bglobal::|\b(?:System\.)(?:[A-Z]\w*\.)*(?=[A-Z])/g, '')
      .replace(/(?<=\b(?:string|object)|\b[A-Z]\w*|[>\]])\?/g, '')
      .replace(/\b(?:String|Object|Int32|Int64|Boolean)\b/g, (name) => csharpNames[name] ?? name);
  return text
    .replace(/\\?(?:\w+\\)+/g, '')
    .replace(/^\\(?=\w)/, '')
    .replace(/^\?(.*)$/, '$1|null')
    .split(/ ?\| ?/)
    .sort()
    .join('|');
}

const csharpNames: Record<string, string> = {
  String: 'string',
  Object: 'object',
  Int32: 'int',
  Int64: 'long',
  Boolean: 'bool',
};

/** `__construct(public readonly int $a)` declares a property too. */
function readPromoted(node: SyntaxNode, members: Map<string, Declaration>): void {
  for (const one of namedChildren(node.childForFieldName('parameters'))) {
    const access = one.childForFieldName('visibility')?.text;
    if (one.type !== 'property_promotion_parameter' || access === 'private') continue;
    const name = one.childForFieldName('name')?.text ?? '';
    const modifiers = [
      ...(access === 'protected' ? ['protected'] : []),
      ...(one.childForFieldName('readonly') ? ['readonly'] : []),
    ];
    members.set(name, { kind: 'value', signature: [...modifiers, name].join(' '), modifiers });
  }
}

function fieldsOf(
  node: SyntaxNode,
  syntax: ClassSyntax,
  words: ReadonlySet<string>,
  modifiers: readonly string[],
): { name: string; declaration: Declaration }[] {
  const list = namedChildren(node).find(({ type }) => type === 'variable_declaration') ?? node;
  const typed = list.childForFieldName('type');
  const base = typed ? typeText(typed, syntax) : undefined;
  const isConstant = words.has('const') || /^const/.test(node.type);
  const names: [name: string, dimensions: string][] =
    node.type === 'property_declaration' && syntax.grammar === 'c-sharp'
      ? [[node.childForFieldName('name')?.text ?? '', '']]
      : namedChildren(list)
          .filter((one) => /^(?:variable_declarator|property_element|const_element)$/.test(one.type))
          .map((one) => [
            (one.childForFieldName('name') ?? one.namedChild(0))?.text ?? '',
            dimensionsOf(one),
          ]);
  const own = [
    ...modifiers,
    ...settersOf(node),
    ...(isConstant && !modifiers.includes('const') ? ['const'] : []),
  ].sort();
  return names.map(([name, dimensions]) => {
    const type = base === undefined ? [] : [`${base}${dimensions}`];
    return {
      name,
      declaration: {
        kind: 'value',
        signature: [...own.filter((word) => word !== 'set'), ...type, name].join(' '),
        ...(type.length > 0 && { type }),
        modifiers: own,
      },
    };
  });
}

/** `set` if users may assign a property of C#. */
function settersOf(node: SyntaxNode): string[] {
  const accessors = namedChildren(node.childForFieldName('accessors'));
  const setter = accessors.find((one) => /^(?:set|init)$/.test(one.childForFieldName('name')?.text ?? ''));
  if (!setter || /\b(?:private|internal)\b/.test(setter.text.slice(0, 40))) return [];
  return [setter.childForFieldName('name')?.text === 'init' ? 'init' : 'set'];
}
