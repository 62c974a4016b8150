import type * as t from '@babel/types';
import type { Call, Declaration, Parameter } from '../declaration.ts';
import { descend } from '../nesting.ts';
import type { DocumentationReader } from './documentation.ts';
import { collapse, joinAlternatives, newTypePrinter } from './print-type.ts';

type FunctionLike =
  | t.FunctionDeclaration
  | t.FunctionExpression
  | t.ArrowFunctionExpression
  | t.TSDeclareFunction
  | t.ClassMethod
  | t.ObjectMethod
  | t.TSDeclareMethod
  | t.TSMethodSignature
  | t.TSCallSignatureDeclaration
  | t.TSConstructSignatureDeclaration
  | t.TSFunctionType;

const signatureMax = 2_000;

/** Turns syntax nodes of one source into declarations. */
export function newDeclarer(source: string, documentation: DocumentationReader) {
  const types = newTypePrinter(source);
  const slice = (node: t.Node) => collapse(source.slice(node.start as number, node.end as number));
  const annotationOf = (node: t.Node): t.Node | undefined => {
    const annotation = (node as t.Identifier).typeAnnotation;
    return annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : undefined;
  };
  const notesOf = (node: t.Node) => documentation.notesBefore(node.start as number);

  const parameterOf = (node: t.Node, index: number): Parameter => {
    if (node.type === 'TSParameterProperty') return parameterOf(node.parameter, index);
    if (node.type === 'AssignmentPattern') return { ...parameterOf(node.left, index), isOptional: true };
    const isRest = node.type === 'RestElement';
    const named = isRest ? node.argument : node;
    const annotation = annotationOf(node) ?? annotationOf(named);
    return {
      name: named.type === 'Identifier' ? named.name : `arg${index}`,
      ...(annotation && { type: types.alternatives(annotation) }),
      isOptional: isRest || (node as t.Identifier).optional === true,
      isRest,
    };
  };

  const callOf = (node: FunctionLike): Call => {
    const params = (node.params as t.Node[]).filter(
      (parameter) => !(parameter.type === 'Identifier' && parameter.name === 'this'),
    );
    const returnType = (node as t.FunctionDeclaration).returnType as t.TSTypeAnnotation | null | undefined;
    const generics = (node as t.FunctionDeclaration).typeParameters as
      | t.TSTypeParameterDeclaration
      | null
      | undefined;
    return {
      parameters: params.map(parameterOf),
      ...(returnType?.type === 'TSTypeAnnotation' && {
        returns: types.alternatives(returnType.typeAnnotation),
      }),
      ...(generics?.params && {
        typeParameters: generics.params.length,
        requiredTypeParameters: generics.params.filter((parameter) => !parameter.default).length,
      }),
    };
  };

  const functionOf = (name: string, node: FunctionLike): Declaration => {
    const call = callOf(node);
    return { kind: 'function', signature: `${name}${printCall(call)}`, calls: [call] };
  };

  const memberName = (node: { key: t.Node; computed?: boolean }): string | undefined => {
    const { key } = node;
    if (key.type === 'PrivateName') return undefined;
    if (key.type === 'StringLiteral' || key.type === 'NumericLiteral') return String(key.value);
    if (node.computed === true) return `[${slice(key)}]`;
    return key.type === 'Identifier' ? key.name : slice(key);
  };

  const addMember = (members: Map<string, Declaration>, name: string, member: Declaration) => {
    const known = members.get(name);
    // The implementation after overloads is not callable on its own.
    if (known?.calls && member.calls) {
      known.calls.push(...member.calls);
      known.signature = `${known.signature}\n${member.signature}`;
    } else members.set(name, known && known.kind === 'value' && !known.calls ? known : member);
  };

  const typedValue = (name: string, node: t.Node, isOptional = false): Declaration => {
    const annotation = annotationOf(node);
    const type = annotation && types.alternatives(annotation);
    const calls = annotation?.type === 'TSFunctionType' ? [callOf(annotation)] : undefined;
    return {
      kind: 'value',
      signature: `${name}${isOptional ? '?' : ''}${type ? `: ${joinAlternatives(type)}` : ''}`,
      ...(type && { type }),
      ...(calls && { calls }),
      ...(annotation?.type === 'TSTypeLiteral' && {
        members: descend(() => membersOfType(annotation.members)),
      }),
      ...(isOptional && { isOptional }),
    };
  };

  const membersOfType = (nodes: readonly t.Node[]): Map<string, Declaration> => {
    const members = new Map<string, Declaration>();
    for (const node of nodes) {
      if (node.type === 'TSPropertySignature') {
        const name = memberName(node);
        if (name !== undefined)
          addMember(members, name, { ...typedValue(name, node, node.optional === true), ...notesOf(node) });
      } else if (node.type === 'TSMethodSignature') {
        const name = memberName(node);
        if (name === undefined) continue;
        const isAccessor = node.kind !== 'method';
        const made = isAccessor ? accessorOf(name, node) : functionOf(name, node);
        addMember(members, name, { ...made, ...(node.optional && { isOptional: true }), ...notesOf(node) });
      } else if (node.type === 'TSCallSignatureDeclaration') addMember(members, '()', functionOf('', node));
      else if (node.type === 'TSConstructSignatureDeclaration')
        addMember(members, 'new', functionOf('new ', node));
    }
    return members;
  };

  const accessorOf = (name: string, node: t.Node): Declaration => {
    const returns = (node as t.ClassMethod).returnType;
    const type =
      returns?.type === 'TSTypeAnnotation' ? types.alternatives(returns.typeAnnotation) : undefined;
    return {
      kind: 'value',
      signature: `${name}${type ? `: ${joinAlternatives(type)}` : ''}`,
      ...(type && { type }),
    };
  };

  const classMember = (node: t.Node): [string, Declaration] | undefined => {
    const { accessibility, static: isStatic } = node as t.ClassMethod;
    const isInternal = accessibility === 'private' || accessibility === 'protected';
    const internal = isInternal ? { isInternal } : {};
    if (node.type === 'ClassMethod' || node.type === 'TSDeclareMethod') {
      const known = memberName(node);
      if (known === undefined) return undefined;
      const name = `${isStatic ? 'static ' : ''}${known}`;
      if (node.kind === 'get' || node.kind === 'set')
        return [name, { ...accessorOf(name, node), ...internal, ...notesOf(node) }];
      const made = functionOf(name, node);
      return [name, { ...made, ...internal, ...notesOf(node), ...(node.optional && { isOptional: true }) }];
    }
    if (node.type === 'ClassProperty' || node.type === 'ClassAccessorProperty') {
      const known = memberName(node);
      if (known === undefined) return undefined;
      const name = `${isStatic ? 'static ' : ''}${known}`;
      const { value } = node;
      const callable =
        !annotationOf(node) &&
        (value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression');
      const made = callable
        ? functionOf(name, value)
        : typedValue(name, node, (node as t.ClassProperty).optional === true);
      return [name, { ...made, ...internal, ...notesOf(node) }];
    }
    return undefined;
  };

  const classOf = (name: string, node: t.ClassDeclaration | t.ClassExpression): Declaration => {
    const members = new Map<string, Declaration>();
    // A method with overloads is called through them; the implementation that follows does not count.
    const overloaded = new Set<string>();
    for (const part of node.body.body) {
      const made = classMember(part);
      if (!made) continue;
      if (part.type === 'TSDeclareMethod') overloaded.add(made[0]);
      else if (part.type === 'ClassMethod' && part.kind === 'method' && overloaded.has(made[0])) continue;
      else if (part.type === 'ClassMethod' && part.kind === 'constructor' && overloaded.has(made[0]))
        continue;
      addMember(members, made[0], made[1]);
      if (part.type !== 'ClassMethod' || part.kind !== 'constructor') continue;
      for (const parameter of part.params) {
        if (parameter.type !== 'TSParameterProperty' || !/^public$/.test(parameter.accessibility ?? 'public'))
          continue;
        const field = parameterOf(parameter, 0);
        members.set(field.name, {
          kind: 'value',
          signature: `${field.name}${field.type ? `: ${joinAlternatives(field.type)}` : ''}`,
          ...(field.type && { type: field.type }),
        });
      }
    }
    const base = node.superClass ? slice(node.superClass) : undefined;
    return {
      kind: 'class',
      signature: cut(`class ${name}${generics(node.typeParameters)}${base ? ` extends ${base}` : ''}`),
      members,
      ...(base !== undefined && { bases: [base] }),
    };
  };

  const generics = (node: t.Node | null | undefined) => {
    const params = (node as t.TSTypeParameterDeclaration | null | undefined)?.params;
    return params && params.length > 0 ? `<${params.map(slice).join(', ')}>` : '';
  };

  const interfaceOf = (node: t.TSInterfaceDeclaration): Declaration => {
    const bases = (node.extends ?? []).map((base) => slice((base as t.TSInterfaceHeritage).expression));
    return {
      kind: 'interface',
      signature: cut(
        `interface ${node.id.name}${generics(node.typeParameters)}${bases.length > 0 ? ` extends ${bases.join(', ')}` : ''}`,
      ),
      members: membersOfType(node.body.body),
      ...(bases.length > 0 && { bases }),
      ...(node.body.body.some(({ type }) => type === 'TSIndexSignature') && { isOpen: true }),
    };
  };

  const aliasOf = (node: t.TSTypeAliasDeclaration): Declaration => {
    const { typeAnnotation: annotation, id } = node;
    const type = types.alternatives(annotation);
    const signature = cut(`type ${id.name}${generics(node.typeParameters)} = ${joinAlternatives(type)}`);
    if (annotation.type === 'TSTypeLiteral')
      return {
        kind: 'interface',
        signature,
        members: membersOfType(annotation.members),
        ...(annotation.members.some(({ type: kind }) => kind === 'TSIndexSignature') && { isOpen: true }),
      };
    // `{ a: string } & Base` has its own members and those of its bases.
    if (
      annotation.type === 'TSIntersectionType' &&
      annotation.types.some((part) => part.type === 'TSTypeLiteral')
    ) {
      const literals = annotation.types.flatMap((part) =>
        part.type === 'TSTypeLiteral' ? part.members : [],
      );
      const bases = annotation.types.flatMap((part) =>
        part.type === 'TSTypeLiteral' ? [] : [types.print(part)],
      );
      return { kind: 'interface', signature, members: membersOfType(literals), bases };
    }
    return {
      kind: 'type',
      signature,
      type,
      ...(annotation.type === 'TSFunctionType' && { calls: [callOf(annotation)] }),
    };
  };

  const enumOf = (node: t.TSEnumDeclaration): Declaration => {
    const members = new Map<string, Declaration>();
    const listed = (node as unknown as { body: { members: t.TSEnumMember[] } }).body.members;
    for (const { id, initializer } of listed) {
      const name = id.type === 'Identifier' ? id.name : slice(id).replace(/^"|"$/g, '');
      const value = initializer ? slice(initializer) : undefined;
      members.set(name, {
        kind: 'value',
        signature: value === undefined ? name : `${name} = ${value}`,
        ...(value !== undefined && { type: [value] }),
      });
    }
    return { kind: 'enum', signature: `enum ${node.id.name}`, members };
  };

  /** The value of an expression; undefined if the source does not show what it is. */
  const declareValue = (name: string, expression: t.Node): Declaration | undefined => {
    const node = unwrap(expression);
    switch (node.type) {
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return functionOf(name, node);
      case 'ClassExpression':
        return classOf(name, node);
      case 'Identifier':
        return { kind: 'value', signature: name, alias: node.name };
      case 'ObjectExpression':
        return descend(() => objectOf(name, node));
      case 'StringLiteral':
      case 'NumericLiteral':
      case 'BooleanLiteral':
        return { kind: 'value', signature: cut(`${name} = ${slice(node)}`) };
      case 'ArrayExpression':
        return node === expression
          ? { kind: 'value', signature: name }
          : { kind: 'value', signature: cut(`${name} = ${slice(node)}`) };
      default:
        return undefined;
    }
  };

  const objectOf = (name: string, node: t.ObjectExpression): Declaration => {
    const members = new Map<string, Declaration>();
    let isOpen = false;
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') isOpen = true;
      else {
        const key = memberName(property);
        if (key === undefined || (property.computed && key.startsWith('['))) {
          isOpen = true;
          continue;
        }
        const made =
          property.type === 'ObjectMethod'
            ? property.kind === 'method'
              ? functionOf(key, property)
              : accessorOf(key, property)
            : (declareValue(key, property.value) ?? { kind: 'value' as const, signature: key });
        members.set(key, { ...made, ...notesOf(property) });
      }
    }
    return { kind: 'value', signature: name, members, ...(isOpen && { isOpen }) };
  };

  /** The names that a declaration statement introduces. */
  const declare = (node: t.Node, notesAt: t.Node = node): [string, Declaration][] => {
    const notes = notesOf(notesAt);
    const one = (name: string, made: Declaration): [string, Declaration][] => [[name, { ...made, ...notes }]];
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'TSDeclareFunction':
        return one(node.id?.name ?? 'default', functionOf(`function ${node.id?.name ?? ''}`, node));
      case 'ClassDeclaration':
        return one(node.id?.name ?? 'default', classOf(node.id?.name ?? '', node));
      case 'TSInterfaceDeclaration':
        return one(node.id.name, interfaceOf(node));
      case 'TSTypeAliasDeclaration':
        return one(node.id.name, aliasOf(node));
      case 'TSEnumDeclaration':
        return one(node.id.name, enumOf(node));
      case 'VariableDeclaration':
        return node.declarations.flatMap(({ id, init }) => {
          if (id.type !== 'Identifier')
            return boundNames(id).map((name) => [name, unknownValue(name)] as [string, Declaration]);
          const made = annotationOf(id)
            ? { ...typedValue(`const ${id.name}`, id) }
            : ((init && declareValue(id.name, init)) ?? unknownValue(id.name));
          return one(id.name, made.signature === id.name ? { ...made, signature: `const ${id.name}` } : made);
        });
      default:
        return [];
    }
  };

  return { declare, declareValue, functionOf, slice };
}

export type Declarer = ReturnType<typeof newDeclarer>;

const unknownValue = (name: string): Declaration => ({
  kind: 'value',
  signature: `const ${name}`,
  isOpen: true,
});

/** The names that a destructuring pattern binds. */
function boundNames(pattern: t.Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name];
  const inside =
    pattern.type === 'ObjectPattern'
      ? pattern.properties.map((part) => (part.type === 'RestElement' ? part.argument : part.value))
      : pattern.type === 'ArrayPattern'
        ? pattern.elements.filter((element) => element !== null)
        : pattern.type === 'AssignmentPattern'
          ? [pattern.left]
          : [];
  return descend(() => inside.flatMap(boundNames));
}

export function unwrap(node: t.Node): t.Node {
  let inner = node;
  while (
    inner.type === 'TSAsExpression' ||
    inner.type === 'TSSatisfiesExpression' ||
    inner.type === 'TSNonNullExpression' ||
    inner.type === 'ParenthesizedExpression'
  )
    inner = inner.expression;
  return inner;
}

function printCall({ parameters, returns }: Call): string {
  const list = parameters.map(({ name, type, isOptional, isRest }) => {
    const text = type ? `: ${joinAlternatives(type)}` : '';
    return `${isRest ? '...' : ''}${name}${isOptional && !isRest ? '?' : ''}${text}`;
  });
  return cut(`(${list.join(', ')})${returns ? `: ${joinAlternatives(returns)}` : ''}`);
}

const cut = (text: string) => (text.length > signatureMax ? `${text.slice(0, signatureMax)}…` : text);
