import type { Call, Declaration, Parameter } from '../declaration.ts';
import { descend } from '../nesting.ts';
import { namedChildren, oneLine, type SyntaxNode, withSyntaxTree } from '../tree-sitter.ts';
import { addDeclaration, type CodeFile } from './code-file.ts';
import { newRustModule, type RustModule } from './rust-module.ts';

/** Parses a file; undefined if it cannot be parsed. Throws `TooDeep`. */
export function parseRust(text: string): CodeFile | undefined {
  const module = newRustModule();
  const hasErrors = readInto(text, module);
  return hasErrors === undefined ? undefined : { declarations: new Map(), module, hasErrors };
}

const readInto = (text: string, module: RustModule) =>
  withSyntaxTree('rust', text, (root) => {
    readItems(root, module);
    return root.hasError;
  });

function readItems(parent: SyntaxNode, module: RustModule): void {
  let attributes: string[] = [];
  for (const node of namedChildren(parent)) {
    if (node.type === 'attribute_item') attributes.push(oneLine(node.text).slice(2, -1));
    else if (!/comment$/.test(node.type)) {
      const own = attributes;
      attributes = [];
      if (!own.some((attribute) => /^(?:cfg\((?:test|all\(test|doctest)|test\b)/.test(attribute)))
        descend(() => readItem(node, own, module));
    }
  }
}

const isPublic = (node: SyntaxNode) =>
  namedChildren(node).some(({ type, text }) => type === 'visibility_modifier' && text === 'pub');

/** What nobody is meant to use, or only with a feature that promises nothing. */
const isHidden = (attributes: readonly string[]) =>
  attributes.some((attribute) =>
    /^doc\(.*\bhidden\b|^unstable\b|^cfg\(.*feature ?= ?"(?:\w*unstable\w*|nightly|internal\w*|_\w+)"|^cfg\(.*\b\w+_unstable\b/.test(
      attribute,
    ),
  );

const notesOf = (attributes: readonly string[], name = '') => ({
  ...(attributes.some((attribute) => /^deprecated\b/.test(attribute)) && { isDeprecated: true }),
  ...((isHidden(attributes) || name.startsWith('__')) && { isInternal: true }),
});

const nameOf = (node: SyntaxNode) => node.childForFieldName('name')?.text.replace(/^r#/, '') ?? '';

function readItem(node: SyntaxNode, attributes: string[], module: RustModule): void {
  const name = nameOf(node);
  const notes = notesOf(attributes, name);
  const declare = (declaration: Declaration) => {
    const known = module.items.get(name);
    const made = { ...declaration, ...notes };
    // Builds for several systems declare the same name.
    const isOpen = known !== undefined && !(known.declaration.calls && made.calls);
    const all = new Map(known ? [[name, known.declaration]] : []);
    addDeclaration(all, name, made);
    module.items.set(name, {
      declaration: { ...(all.get(name) as Declaration), ...(isOpen && { isOpen }) },
      isPublic: isPublic(node) || (known?.isPublic ?? false),
    });
  };
  switch (node.type) {
    case 'function_item':
    case 'function_signature_item':
      declare(functionOf(node));
      if (attributes.some((attribute) => /^proc_macro(?:_attribute)?$/.test(attribute)))
        module.macros.set(name, { kind: 'value', signature: `macro ${name}!`, ...notes });
      break;
    case 'struct_item':
    case 'union_item':
      declare(structOf(node, attributes));
      break;
    case 'enum_item':
      declare(enumOf(node, attributes));
      break;
    case 'trait_item':
      declare(traitOf(node));
      break;
    case 'const_item':
    case 'static_item':
      declare(constantOf(node, node.type === 'const_item' ? 'const' : 'static'));
      break;
    case 'type_item': {
      const type = typeText(node.childForFieldName('type'));
      declare({ kind: 'type', signature: `type ${name}${genericsOf(node)} = ${type}`, type: [type] });
      break;
    }
    case 'mod_item': {
      const body = node.childForFieldName('body');
      const inline = body ? newRustModule() : undefined;
      if (inline && body) readItems(body, inline);
      const [, path] =
        /^path ?= ?"([^"]+)"/.exec(attributes.find((one) => one.startsWith('path')) ?? '') ?? [];
      module.modules.set(name, { isPublic: isPublic(node) && !notes.isInternal, inline, path });
      break;
    }
    case 'use_declaration':
      readUse(node.childForFieldName('argument'), [], isPublic(node) && !notes.isInternal, module);
      break;
    case 'extern_crate_declaration': {
      const alias = node.childForFieldName('alias')?.text ?? name;
      module.uses.push({ path: [name], alias, isPublic: isPublic(node) && !notes.isInternal });
      break;
    }
    case 'impl_item':
      readImpl(node, module);
      break;
    case 'foreign_mod_item':
      for (const item of namedChildren(node.childForFieldName('body'))) readItem(item, [], module);
      break;
    case 'macro_definition':
      if (attributes.some((attribute) => /^macro_export\b/.test(attribute)))
        module.macros.set(name, { kind: 'value', signature: `macro ${name}!`, ...notes });
      break;
    case 'expression_statement':
      for (const inner of namedChildren(node)) readItem(inner, attributes, module);
      break;
    case 'macro_invocation':
      readMacro(node, module);
      break;
    default:
  }
}

/** `cfg_rt! { pub mod rt; }` declares what it contains; others declare items of which only the words are known. */
function readMacro(node: SyntaxNode, module: RustModule): void {
  const called = node.childForFieldName('macro')?.text ?? '';
  const inside =
    namedChildren(node)
      .find(({ type }) => type === 'token_tree')
      ?.text.slice(1, -1) ?? '';
  if (/^cfg_(?!if\b)/.test(called) && macroDepth < macroDepthMax) {
    macroDepth++;
    try {
      readInto(inside, module);
    } finally {
      macroDepth--;
    }
  } else
    for (const [word] of inside.slice(0, macroCharsMax).matchAll(/[A-Za-z_]\w*/g))
      module.macroWords.add(word);
}

const macroCharsMax = 100_000;

/** Each level parses its text again, while the trees around it are still there. */
const macroDepthMax = 2;
let macroDepth = 0;

function readUse(node: SyntaxNode | null, path: string[], isPublicUse: boolean, module: RustModule): void {
  if (!node) return;
  const partsOf = (of: SyntaxNode | null) =>
    of ? [...path, ...of.text.replace(/\s+/g, '').split('::')] : path;
  const add = (full: string[], alias: string | undefined) => {
    // `use a::{self}`
    const own = full.at(-1) === 'self' && full.length > 1 ? full.slice(0, -1) : full;
    module.uses.push({ path: own, alias: alias === 'self' ? own.at(-1) : alias, isPublic: isPublicUse });
  };
  switch (node.type) {
    case 'use_list':
      for (const one of namedChildren(node)) descend(() => readUse(one, path, isPublicUse, module));
      break;
    case 'scoped_use_list':
      descend(() =>
        readUse(node.childForFieldName('list'), partsOf(node.childForFieldName('path')), isPublicUse, module),
      );
      break;
    case 'use_as_clause':
      add(partsOf(node.childForFieldName('path')), node.childForFieldName('alias')?.text);
      break;
    case 'use_wildcard':
      module.uses.push({ path: partsOf(node.namedChild(0)), alias: undefined, isPublic: isPublicUse });
      break;
    default: {
      const full = partsOf(node);
      add(full, full.at(-1));
    }
  }
}

function readImpl(node: SyntaxNode, module: RustModule): void {
  const trait = node.childForFieldName('trait');
  const type = lastName(node.childForFieldName('type')?.text ?? '');
  const members = new Map<string, Declaration>();
  if (!trait) readMembers(node.childForFieldName('body'), members, isPublic);
  module.impls.push({ type, trait: trait ? lastName(trait.text) : undefined, members });
}

/** `Display` of `std::fmt::Display`, `From` of `From<A>`, `Url` of `&'a Url`. */
const lastName = (type: string) => /^(?:[&!]|mut |'\w+ |dyn |\w+::|\s)*(\w+)/.exec(type)?.[1] ?? type;

function readMembers(
  body: SyntaxNode | null,
  members: Map<string, Declaration>,
  isKept: (node: SyntaxNode) => boolean,
): void {
  let attributes: string[] = [];
  for (const node of namedChildren(body)) {
    if (node.type === 'attribute_item') attributes.push(oneLine(node.text).slice(2, -1));
    else if (!/comment$/.test(node.type)) {
      const notes = notesOf(attributes, nameOf(node));
      attributes = [];
      if (!isKept(node)) continue;
      if (/^function/.test(node.type))
        addDeclaration(members, nameOf(node), { ...functionOf(node), ...notes });
      else if (node.type === 'const_item')
        addDeclaration(members, nameOf(node), { ...constantOf(node, 'const'), ...notes });
    }
  }
}

const genericsOf = (node: SyntaxNode) =>
  oneLine(node.childForFieldName('type_parameters')?.text ?? '')
    .replace(/'\w+(?:: ?'\w+(?: ?\+ ?'\w+)*)?(?:, ?|(?=>))/g, '')
    .replace(/^<>$/, '');

/** Without lifetimes, which inference finds, and without the paths of names. */
const typeText = (node: SyntaxNode | null) =>
  oneLine(node?.text ?? '')
    .replace(/'\w+ ?(?:\+ ?)?/g, '')
    .replace(/ ?\+ ?$/, '')
    .replace(/<(?:, ?)+/g, '<')
    .replace(/<>/g, '')
    .replace(/\b(?:\w+::)+(?=[A-Z])/g, '')
    .replace(/,(?=\S)/g, ', ');

function functionOf(node: SyntaxNode): Declaration {
  const name = nameOf(node);
  const parameters = namedChildren(node.childForFieldName('parameters')).flatMap((one): Parameter[] => {
    if (one.type === 'self_parameter')
      return [{ name: 'self', type: [typeText(one).replace(/^mut /, '')], isOptional: false, isRest: false }];
    if (one.type !== 'parameter') return [];
    const own = one.childForFieldName('pattern')?.text ?? '';
    const type = typeText(one.childForFieldName('type'));
    return [{ name: own, type: [type], isOptional: false, isRest: false }];
  });
  const result = node.childForFieldName('return_type');
  const call: Call = { parameters, returns: [result ? typeText(result) : '()'] };
  const words = namedChildren(node).find(({ type }) => type === 'function_modifiers')?.text ?? '';
  const modifiers = (words.match(/\b(?:const|async|unsafe)\b/g) ?? []).sort();
  const shown = parameters.map((one) =>
    one.name === 'self' ? one.type?.[0] : `${one.name}: ${one.type?.[0]}`,
  );
  const bounds = oneLine(namedChildren(node).find(({ type }) => type === 'where_clause')?.text ?? '');
  return {
    kind: 'function',
    signature: `${[...modifiers, 'fn'].join(' ')} ${name}${genericsOf(node)}(${shown.join(', ')})${
      result ? ` -> ${typeText(result)}` : ''
    }${bounds === '' ? '' : ` ${bounds}`}`,
    calls: [call],
    modifiers,
    // A trait demands the functions that it gives no body.
    ...(node.type === 'function_signature_item' && { isHook: true }),
  };
}

function constantOf(node: SyntaxNode, keyword: string): Declaration {
  const type = typeText(node.childForFieldName('type'));
  return {
    kind: 'value',
    signature: `${keyword} ${nameOf(node)}: ${type}`,
    type: [type],
    modifiers: [keyword],
    ...(keyword === 'const' && !node.childForFieldName('value') && { isHook: true }),
  };
}

const derivedBy = (attributes: readonly string[]) =>
  attributes.flatMap((attribute) => {
    const [, list] = /^derive\((.*)\)$/.exec(attribute) ?? [];
    return list === undefined ? [] : list.split(',').map((trait) => `derive ${lastName(trait.trim())}`);
  });

const isNonExhaustive = (attributes: readonly string[]) =>
  attributes.some((attribute) => /\bnon_exhaustive\b/.test(attribute));

function structOf(node: SyntaxNode, attributes: string[]): Declaration {
  const keyword = node.type === 'struct_item' ? 'struct' : 'union';
  const body = node.childForFieldName('body');
  const { members, hasPrivate } = fieldsOf(body);
  const isOpenToLiterals = !hasPrivate && !isNonExhaustive(attributes);
  return {
    kind: 'class',
    signature: `${keyword} ${nameOf(node)}${genericsOf(node)}`,
    members,
    bases: derivedBy(attributes),
    modifiers: [...(isOpenToLiterals ? ['literal'] : []), keyword],
  };
}

function fieldsOf(body: SyntaxNode | null): { members: Map<string, Declaration>; hasPrivate: boolean } {
  const members = new Map<string, Declaration>();
  let hasPrivate = false;
  let isNextPublic = false;
  let position = 0;
  for (const field of namedChildren(body)) {
    if (body?.type === 'ordered_field_declaration_list') {
      if (field.type === 'visibility_modifier') isNextPublic = field.text === 'pub';
      else if (!/comment$|^attribute/.test(field.type)) {
        const type = typeText(field);
        if (isNextPublic) members.set(`${position}`, fieldOf(`${position}`, type));
        else hasPrivate = true;
        isNextPublic = false;
        position++;
      }
    } else if (field.type === 'field_declaration') {
      const type = typeText(field.childForFieldName('type'));
      if (isPublic(field)) members.set(nameOf(field), fieldOf(nameOf(field), type));
      else hasPrivate = true;
    }
  }
  return { members, hasPrivate };
}

const fieldOf = (name: string, type: string): Declaration => ({
  kind: 'value',
  signature: `${name}: ${type}`,
  type: [type],
  modifiers: ['field'],
});

function enumOf(node: SyntaxNode, attributes: string[]): Declaration {
  const members = new Map<string, Declaration>();
  let own: string[] = [];
  for (const variant of namedChildren(node.childForFieldName('body'))) {
    if (variant.type === 'attribute_item') own.push(oneLine(variant.text).slice(2, -1));
    if (variant.type !== 'enum_variant') continue;
    const body = variant.childForFieldName('body');
    const type = typeText(body);
    members.set(nameOf(variant), {
      kind: 'value',
      signature: `${nameOf(variant)}${type}`,
      type: [type],
      modifiers: ['case', ...(isNonExhaustive(own) ? ['non_exhaustive'] : [])],
      ...notesOf(own),
    });
    own = [];
  }
  return {
    kind: 'enum',
    signature: `enum ${nameOf(node)}${genericsOf(node)}`,
    members,
    bases: derivedBy(attributes),
    modifiers: isNonExhaustive(attributes) ? ['non_exhaustive'] : [],
  };
}

function traitOf(node: SyntaxNode): Declaration {
  const members = new Map<string, Declaration>();
  const body = node.childForFieldName('body');
  readMembers(body, members, () => true);
  for (const type of namedChildren(body))
    if (type.type === 'associated_type')
      members.set(nameOf(type), { kind: 'type', signature: `type ${nameOf(type)}`, isHook: true });
  const bounds = oneLine(node.childForFieldName('bounds')?.text ?? '');
  // Nobody outside can name what a hidden function asks for.
  const isHidden = [...members].some(
    ([name, { isHook, isInternal }]) => isHook && (isInternal || name.startsWith('__')),
  );
  const isSealed = isHidden || /\bSealed\b|\b(?:private|sealed|__\w+)::/i.test(bounds);
  return {
    kind: 'interface',
    signature: `trait ${nameOf(node)}${genericsOf(node)}${bounds}`,
    members,
    modifiers: [
      ...(isSealed ? ['sealed'] : []),
      ...(/^[^{]*\bunsafe\s/.test(node.text.slice(0, 200)) ? ['unsafe'] : []),
    ],
  };
}
