import { globSync } from 'node:fs';
import path from 'node:path';
import {
  type CallExpression,
  type Node,
  type SourceFile,
  SyntaxKind,
  type TypeNode,
  type VariableDeclaration,
} from 'typescript/unstable/ast';
import {
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isObjectLiteralExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API, type Checker } from 'typescript/unstable/sync';

/** A call in the source that declares SQL. */
export interface StatementCall {
  kind: (typeof kinds)[number];
  /** Whether its text is known once the module is loaded. */
  isConstant: boolean;
  file: string;
  line: number;
  column: number;
  /** The constant that holds the statement, or the function that builds it. */
  name: string;
  /** The source of the arguments; of a local constant, that of its value. */
  args: string[];
  /** The source of the properties of an object argument, by name. */
  fields: Record<string, string>;
  /** The properties of the row type, in order of name. */
  columns: string[];
}

const root = path.resolve(import.meta.dirname, '../..');
const kinds = [
  'sql',
  'statement',
  'pagedList',
  'defineInsert',
  'dynamicStatement',
  'dynamicPagedList',
  'insertMany',
] as const;
const constantKinds: readonly string[] = ['sql', 'statement', 'pagedList', 'defineInsert'];

/** Every call in `src` that declares SQL, with the columns that the type checker finds in its row type. */
export function listStatementCalls(): StatementCall[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProjects: [path.join(root, 'tsconfig.json')] }).getProjects();
    if (!project) throw new Error('TypeScript opened no project.');
    const files = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', 'src/platform/db/**'] });
    return files.sort().flatMap((file) => {
      const source = project.program.getSourceFile(path.join(root, file));
      if (!source) throw new Error(`TypeScript does not know ${file}.`);
      return nodesIn(source)
        .filter(isStatementCall)
        .map((call) => describeCall(file, source, call, project.checker));
    });
  } finally {
    api.close();
  }
}

const isStatementCall = (node: Node): node is CallExpression =>
  isCallExpression(node) && (kinds as readonly string[]).includes(kindOf(node));

/** The function that is called; `sql` of `sql.find<Params, Row>`, `pagedList` of `sql.page`, which makes one. */
function kindOf({ expression, typeArguments }: CallExpression): string {
  if (!isPropertyAccessExpression(expression)) return isIdentifier(expression) ? expression.text : '';
  const { expression: owner, name } = expression;
  if (!typeArguments || !isIdentifier(owner) || owner.text !== 'sql') return '';
  return name.text === 'page' ? 'pagedList' : 'sql';
}

function describeCall(
  file: string,
  source: SourceFile,
  call: CallExpression,
  checker: Checker,
): StatementCall {
  const { expression } = call;
  const called = isPropertyAccessExpression(expression) ? expression.name : expression;
  const { line, character } = source.getLineAndCharacterOfPosition(called.getStart(source));
  const kind = kindOf(call) as StatementCall['kind'];
  return {
    kind,
    isConstant: constantKinds.includes(kind),
    file,
    line: line + 1,
    column: character + 1,
    name: nameOf(call),
    args: call.arguments.map((argument) => sourceOf(argument, source)),
    fields: Object.assign({}, ...call.arguments.map((argument) => fieldsOf(argument, source))),
    columns: columnsOf(call.typeArguments?.[1], checker),
  };
}

/** A constant of the module, or else the function around the call. */
function nameOf(call: Node): string {
  let name = '';
  for (let node = call.parent; node; node = node.parent) {
    if (
      (isVariableDeclaration(node) || isFunctionDeclaration(node)) &&
      node.name &&
      isIdentifier(node.name)
    ) {
      name = node.name.text;
    }
  }
  return name;
}

function sourceOf(argument: Node, source: SourceFile): string {
  if (!isIdentifier(argument)) return argument.getText(source);
  const declarations = nodesIn(source).filter(isVariableDeclaration);
  const isDeclaration = ({ name, pos }: VariableDeclaration) =>
    isIdentifier(name) && name.text === argument.text && pos < argument.pos;
  return (declarations.findLast(isDeclaration)?.initializer ?? argument).getText(source);
}

function fieldsOf(argument: Node, source: SourceFile): Record<string, string> {
  if (!isObjectLiteralExpression(argument)) return {};
  const fields = argument.properties.flatMap((property) => {
    if (isPropertyAssignment(property))
      return [[property.name.getText(source), property.initializer.getText(source)]];
    return isShorthandPropertyAssignment(property)
      ? [[property.name.getText(source), sourceOf(property.name, source)]]
      : [];
  });
  return Object.fromEntries(fields);
}

function nodesIn(node: Node): Node[] {
  const nodes = [node];
  node.forEachChild((child) => void nodes.push(...nodesIn(child)));
  return nodes;
}

function columnsOf(row: TypeNode | undefined, checker: Checker): string[] {
  if (!row || row.kind === SyntaxKind.NeverKeyword) return [];
  const type = checker.getTypeFromTypeNode(row);
  const properties = type && !type.isErrorType() ? checker.getPropertiesOfType(type) : [];
  if (properties.length === 0) throw new Error(`The row type ${row.getText()} has no known columns.`);
  return properties.map(({ name }) => name).sort();
}
