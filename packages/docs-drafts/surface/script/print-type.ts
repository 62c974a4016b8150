import type * as t from '@babel/types';
import { descend } from '../nesting.ts';

/**
 * Prints types in one canonical spelling: double quotes, sorted unions and members, no redundant parentheses. Two types
 * with the same text are the same type.
 */
export interface TypePrinter {
  print(node: t.Node): string;
  /** The sorted alternatives of a union; for another type, the type itself. */
  alternatives(node: t.Node): string[];
}

export function newTypePrinter(source: string): TypePrinter {
  const slice = (node: t.Node) => collapse(source.slice(node.start as number, node.end as number));

  const alternatives = (node: t.Node): string[] => {
    if (node.type === 'TSParenthesizedType') return descend(() => alternatives(node.typeAnnotation));
    if (node.type === 'TSUnionType')
      return descend(() => [...new Set(node.types.flatMap(alternatives))].sort());
    if (node.type === 'TSBooleanKeyword') return ['false', 'true'];
    return [print(node)];
  };

  const list = (nodes: readonly t.Node[] | undefined) => (nodes ?? []).map(print).join(', ');
  const args = (node: { typeArguments?: t.Node | null } | { typeParameters?: t.Node | null }): string => {
    const given = (
      'typeArguments' in node ? node.typeArguments : undefined
    ) as t.TSTypeParameterInstantiation;
    return given ? `<${list(given.params)}>` : '';
  };

  const parameters = (node: { params: readonly t.Node[] }) =>
    node.params
      .map((parameter) => {
        const annotation = (parameter as t.Identifier).typeAnnotation as t.TSTypeAnnotation | undefined;
        const isRest = parameter.type === 'RestElement';
        const isOptional = (parameter as t.Identifier).optional === true;
        // Callers do not see the name of a parameter in a function type.
        return `${isRest ? '...' : ''}_${isOptional ? '?' : ''}: ${annotation ? print(annotation.typeAnnotation) : 'any'}`;
      })
      .join(', ');

  const member = (node: t.Node): string => {
    if (node.type === 'TSPropertySignature') {
      const type = node.typeAnnotation ? print(node.typeAnnotation.typeAnnotation) : 'any';
      return `${node.readonly ? 'readonly ' : ''}${slice(node.key)}${node.optional ? '?' : ''}: ${type}`;
    }
    if (node.type === 'TSMethodSignature') {
      const returns =
        node.returnType?.type === 'TSTypeAnnotation' ? print(node.returnType.typeAnnotation) : 'any';
      return `${slice(node.key)}${node.optional ? '?' : ''}: (${parameters(node)}) => ${returns}`;
    }
    return slice(node).replace(/[;,]$/, '');
  };

  const print = (node: t.Node): string => descend(() => printNode(node));

  const printNode = (node: t.Node): string => {
    switch (node.type) {
      case 'TSBooleanKeyword':
        return 'boolean';
      case 'TSUnionType':
      case 'TSParenthesizedType':
        return joinAlternatives(alternatives(node));
      case 'TSIntersectionType':
        return [...new Set(node.types.map((type) => parenthesised(print(type))))].sort().join(' & ');
      case 'TSArrayType':
        return `${parenthesised(print(node.elementType))}[]`;
      case 'TSTypeReference': {
        const name = slice(node.typeName);
        const given = args(node);
        const element = /^<(.*)>$/s.exec(given)?.[1];
        if (name === 'Array' && element !== undefined) return `${parenthesised(element)}[]`;
        if (name === 'ReadonlyArray' && element !== undefined) return `readonly ${parenthesised(element)}[]`;
        return `${name}${given}`;
      }
      case 'TSFunctionType': {
        const returns = node.returnType as t.TSTypeAnnotation | undefined;
        return `${typeParameters(node.typeParameters)}(${parameters(node)}) => ${returns ? print(returns.typeAnnotation) : 'any'}`;
      }
      case 'TSTypeLiteral':
        return node.members.length === 0 ? '{}' : `{ ${node.members.map(member).sort().join('; ')} }`;
      case 'TSLiteralType':
        return print(node.literal);
      case 'StringLiteral':
        return JSON.stringify(node.value);
      case 'TSTypeOperator':
        return `${node.operator} ${parenthesised(print(node.typeAnnotation))}`;
      case 'TSTupleType':
        return `[${list(node.elementTypes)}]`;
      case 'TSNamedTupleMember':
        return `${print(node.elementType)}${node.optional ? '?' : ''}`;
      case 'TSOptionalType':
        return `${print(node.typeAnnotation)}?`;
      case 'TSRestType':
        return `...${print(node.typeAnnotation)}`;
      case 'TSIndexedAccessType':
        return `${parenthesised(print(node.objectType))}[${print(node.indexType)}]`;
      case 'TSTypePredicate': {
        const type = node.typeAnnotation ? ` is ${print(node.typeAnnotation.typeAnnotation)}` : '';
        return `${node.asserts ? 'asserts ' : ''}${slice(node.parameterName)}${type}`;
      }
      default:
        return slice(node);
    }
  };

  const typeParameters = (node: t.Node | null | undefined) => {
    const params = (node as t.TSTypeParameterDeclaration | undefined)?.params;
    return params && params.length > 0 ? `<${params.map(slice).join(', ')}>` : '';
  };

  return { print, alternatives };
}

/** `false | true` is written as `boolean`. */
export function joinAlternatives(parts: readonly string[]): string {
  const isBoolean = parts.includes('true') && parts.includes('false');
  const shown = isBoolean
    ? [...parts.filter((part) => part !== 'true' && part !== 'false'), 'boolean']
    : parts;
  return [...shown].map((part) => (shown.length > 1 && part.includes('=>') ? `(${part})` : part)).join(' | ');
}

const parenthesised = (type: string) =>
  / [|&] |=>|^(?:keyof|infer|typeof) /.test(type) ? `(${type})` : type;

/** One line without comments, with one kind of quotes. */
export const collapse = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, ' ')
    .replace(/'((?:[^'"\\\n])*)'/g, '"$1"')
    .replace(/\s+/g, ' ')
    .replace(/([([{<]) | (?=[)\]}>,;])/g, '$1')
    .replace(/,(?=[)\]}>])/g, '')
    .trim();
