import { parse } from 'libpg-query';
import { compileStatement } from '../../src/platform/db/statements/statement.ts';
import { placements } from './tables.ts';

export type Reach =
  /** It needs no rows of workspaces. */
  | 'no workspace'
  /** All rows of workspaces in it belong to one, which a parameter names. */
  | 'one workspace'
  /** Parameters name several keys, which may belong to several workspaces. */
  | 'several keys'
  /** Rows of workspaces are joined with rows that are on one server. */
  | 'joins one server'
  /** No parameter says which workspace. */
  | 'all workspaces';

/** A node of the syntax tree of PostgreSQL: one property, named by the kind of node. */
type Tree = Record<string, unknown>;

/** Finds out how many workspaces a statement reaches. What it cannot prove to be one counts as more. */
export async function classifyStatement(text: string): Promise<Reach> {
  const { sql } = compileStatement(text, 'postgres');
  const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt?: Tree }[] };
  const reader = new StatementReader();
  for (const { stmt } of stmts) if (stmt) reader.readStatement(stmt, undefined);
  return reader.reach();
}

/** A table, or a list of values, in the statement. Nodes that an equality of keys connects are of one workspace. */
interface Source {
  parent: Source | undefined;
  /** Of one workspace: a scalar parameter. Of several: a list, or a function that returns rows of parameters. */
  pin: 'scalar' | 'list' | undefined;
}

type Columns = (name: string) => Source | undefined;

/** What an expression says about the workspace. */
interface Key {
  source: Source;
  /** It belongs to a query around this one. */
  isOuter: boolean;
}

interface Scope {
  sources: Map<string, Columns>;
  queries: Map<string, Columns>;
  outer: Scope | undefined;
  /** In the condition of an outer join: the tables whose rows may be missing. */
  optional?: Source[] | undefined;
}

class StatementReader {
  readonly #tables: Source[] = [];
  /** Those of every FROM, in order. */
  readonly #sources: Source[] = [];
  /** What limits the first one limits the second one too, but not the other way round. */
  readonly #implications: [from: Source, to: Source][] = [];
  readonly #parameters = new Map<number, Source>();
  #usesOneServer = false;

  reach(): Reach {
    if (this.#tables.length === 0) return 'no workspace';
    this.#followImplications();
    const groups = new Set(this.#tables.map(rootOf));
    if ([...groups].some(({ pin }) => pin === undefined)) return 'all workspaces';
    if (this.#usesOneServer) return 'joins one server';
    const isOne = groups.size === 1 && [...groups].every(({ pin }) => pin === 'scalar');
    return isOne ? 'one workspace' : 'several keys';
  }

  #followImplications(): void {
    for (let hasChanged = true; hasChanged; ) {
      hasChanged = false;
      for (const [from, to] of this.#implications) {
        if (rootOf(from) === rootOf(to) || !rootOf(from).pin || rootOf(to).pin) continue;
        join(rootOf(from), rootOf(to));
        hasChanged = true;
      }
    }
  }

  /** Returns the columns of the result that are keys. */
  readStatement(node: Tree, outer: Scope | undefined): Columns {
    const [kind, content] = Object.entries(node)[0] as [string, Tree];
    const scope: Scope = { sources: new Map(), queries: new Map(), outer };
    this.#readQueries(content, scope);
    if (kind === 'SelectStmt') return this.#readSelect(content, scope);
    if (kind === 'InsertStmt') return this.#readInsert(content, scope);
    if (kind === 'UpdateStmt' || kind === 'DeleteStmt') return this.#readChange(content, scope);
    throw new Error(`Statements of the kind ${kind} are not known.`);
  }

  #readQueries(statement: Tree, scope: Scope): void {
    const { ctes = [], recursive } = (statement.withClause ?? {}) as { ctes?: Tree[]; recursive?: boolean };
    for (const cte of ctes) {
      const { ctename, ctequery, aliascolnames } = cte.CommonTableExpr as Tree;
      const name = ctename as string;
      // Inside itself, the result of a recursive query is not known yet.
      if (recursive) scope.queries.set(name, () => undefined);
      const columns = this.readStatement(ctequery as Tree, scope);
      scope.queries.set(name, renamed(columns, aliascolnames as Tree[] | undefined, ctequery as Tree));
    }
  }

  #readSelect(select: Tree, scope: Scope): Columns {
    if (select.op !== 'SETOP_NONE') {
      // Each side can have another workspace, so the columns of the result are not followed.
      for (const side of [select.larg, select.rarg]) this.readStatement({ SelectStmt: side }, scope);
      this.#readExpressions([select.sortClause, select.limitCount, select.limitOffset], scope);
      return () => undefined;
    }
    for (const item of (select.fromClause ?? []) as Tree[]) this.#readFrom(item, scope);
    this.#readConditions(select.whereClause as Tree | undefined, scope);
    this.#readExpressions(
      [
        select.targetList,
        select.groupClause,
        select.havingClause,
        select.sortClause,
        select.valuesLists,
        select.limitCount,
        select.limitOffset,
        select.distinctClause,
      ],
      scope,
    );
    return this.#outputOf(select.targetList as Tree[] | undefined, scope);
  }

  #readInsert(insert: Tree, scope: Scope): Columns {
    const target = this.#addTable(insert.relation as Tree, scope);
    const names = ((insert.cols ?? []) as Tree[]).map((col) => (col.ResTarget as Tree).name as string);
    const select = (insert.selectStmt as Tree | undefined)?.SelectStmt as Tree | undefined;
    if (select?.valuesLists) {
      for (const row of select.valuesLists as Tree[]) {
        const items = ((row.List as Tree).items ?? []) as Tree[];
        for (const [i, value] of items.entries())
          this.#equate(own(target(names[i] ?? '')), this.#keyOf(value, scope));
        this.#readExpressions(items, scope);
      }
    } else if (select) {
      const inner: Scope = { sources: new Map(), queries: scope.queries, outer: scope.outer };
      this.#readQueries(select, inner);
      this.#readSelect(select, inner);
      const results = (select.targetList ?? []) as Tree[];
      for (const [i, result] of results.entries())
        this.#equate(own(target(names[i] ?? '')), this.#keyOf((result.ResTarget as Tree).val as Tree, inner));
    }
    const conflict = (insert.onConflictClause ?? {}) as Tree;
    this.#readExpressions([conflict.targetList, conflict.whereClause], scope);
    return this.#outputOf(insert.returningList as Tree[] | undefined, scope);
  }

  #readChange(change: Tree, scope: Scope): Columns {
    this.#addTable(change.relation as Tree, scope);
    for (const item of (change.fromClause ?? change.usingClause ?? []) as Tree[]) this.#readFrom(item, scope);
    this.#readConditions(change.whereClause as Tree | undefined, scope);
    this.#readExpressions([change.targetList], scope);
    return this.#outputOf(change.returningList as Tree[] | undefined, scope);
  }

  #readFrom(item: Tree, scope: Scope): void {
    const [kind, content] = Object.entries(item)[0] as [string, Tree];
    if (kind === 'RangeVar') this.#addTable(content, scope);
    else if (kind === 'JoinExpr') {
      this.#readJoin(content, scope);
    } else if (kind === 'RangeSubselect') {
      const alias = content.alias as Tree;
      const columns = this.readStatement(content.subquery as Tree, scope);
      scope.sources.set(
        alias.aliasname as string,
        renamed(columns, alias.colnames as Tree[] | undefined, content.subquery as Tree),
      );
    } else if (kind === 'RangeFunction') {
      this.#readExpressions([content.functions], scope);
      const rows = this.#newSource(mentionsParameter(content.functions) ? 'list' : undefined);
      const alias = content.alias as Tree | undefined;
      if (alias) scope.sources.set(alias.aliasname as string, () => rows);
    } else throw new Error(`${kind} in FROM is not known.`);
  }

  /** An outer join keeps the rows of one side, whatever its condition says about them. */
  #readJoin({ larg, rarg, jointype, quals }: Tree, scope: Scope): void {
    const start = this.#sources.length;
    this.#readFrom(larg as Tree, scope);
    const middle = this.#sources.length;
    this.#readFrom(rarg as Tree, scope);
    const optional: Record<string, Source[] | undefined> = {
      JOIN_LEFT: this.#sources.slice(middle),
      JOIN_RIGHT: this.#sources.slice(start, middle),
      JOIN_FULL: [],
    };
    this.#readConditions(quals as Tree | undefined, { ...scope, optional: optional[jointype as string] });
  }

  #newSource(pin: Source['pin']): Source {
    const source: Source = { parent: undefined, pin };
    this.#sources.push(source);
    return source;
  }

  #addTable(range: Tree, scope: Scope): Columns {
    const name = range.relname as string;
    const alias = ((range.alias as Tree | undefined)?.aliasname ?? name) as string;
    const query = findQuery(name, scope);
    const columns = query ?? this.#columnsOf(name);
    scope.sources.set(alias, columns);
    return columns;
  }

  #columnsOf(table: string): Columns {
    const placement = placements[table];
    if (!placement) throw new Error(`scripts/distribution/tables.ts does not say where ${table} is.`);
    const { place, keys } = placement;
    if (place === 'one server') this.#usesOneServer = true;
    const source = this.#newSource(undefined);
    if (place === 'workspace') this.#tables.push(source);
    return (column) => (keys.includes(column) ? source : undefined);
  }

  /** Follows the equalities that hold for every row: those that AND connects. */
  #readConditions(node: Tree | undefined, scope: Scope): void {
    if (!node) return;
    const conjunction = node.BoolExpr as { boolop: string; args: Tree[] } | undefined;
    if (conjunction?.boolop === 'AND_EXPR') {
      for (const arg of conjunction.args) this.#readConditions(arg, scope);
      this.#readClosedRanges(conjunction.args, scope);
      return;
    }
    this.#readExpressions([node], scope);
    const comparison = node.A_Expr as Tree | undefined;
    const isEquality = operatorOf(comparison) === '=';
    if (comparison && isEquality && comparison.kind === 'AEXPR_OP') this.#readEquality(comparison, scope);
    else if (
      comparison &&
      isEquality &&
      (comparison.kind === 'AEXPR_OP_ANY' || comparison.kind === 'AEXPR_IN')
    )
      this.#pinToList(comparison.lexpr as Tree, scope);
    const membership = node.SubLink as Tree | undefined;
    if (membership?.subLinkType === 'ANY_SUBLINK' && membership.testexpr && !membership.operName)
      this.#equate(
        this.#keyOf(membership.testexpr as Tree, scope),
        own(this.#firstColumnOf(membership, scope)),
        scope.optional,
      );
  }

  /** `a >= :b and a <= :b` is an equality (`owner` in src/platform/db/statements/paged-list.ts). */
  #readClosedRanges(conditions: Tree[], scope: Scope): void {
    const comparisons = conditions
      .map(({ A_Expr }) => A_Expr as Tree | undefined)
      .filter((each) => each !== undefined);
    const sides = ({ lexpr, rexpr }: Tree) =>
      JSON.stringify([lexpr, rexpr], (name, value) => (name === 'location' ? undefined : value));
    const uppers = new Set(comparisons.filter((each) => operatorOf(each) === '<=').map(sides));
    for (const each of comparisons)
      if (operatorOf(each) === '>=' && uppers.has(sides(each))) this.#readEquality(each, scope);
  }

  /** `(a, b) = (c, d)` is two equalities. */
  #readEquality({ lexpr, rexpr }: Tree, scope: Scope): void {
    const [left, right] = [rowOf(lexpr as Tree), rowOf(rexpr as Tree)];
    if (left && right) {
      for (const [i, item] of left.entries())
        this.#equate(this.#keyOf(item, scope), this.#keyOf(right[i] as Tree, scope), scope.optional);
    } else this.#equate(this.#keyOf(lexpr as Tree, scope), this.#keyOf(rexpr as Tree, scope), scope.optional);
  }

  #pinToList(node: Tree, scope: Scope): void {
    this.#equate(this.#keyOf(node, scope), own({ parent: undefined, pin: 'list' }), scope.optional);
  }

  readonly #firstColumns = new Map<Tree, Source | undefined>();

  /** Reads every subquery in the expressions, once. */
  #readExpressions(nodes: unknown[], scope: Scope): void {
    for (const node of nodes) {
      if (Array.isArray(node)) this.#readExpressions(node, scope);
      else if (node !== null && typeof node === 'object') {
        const subquery = (node as Tree).SubLink as Tree | undefined;
        if (subquery && !this.#firstColumns.has(subquery)) {
          const select = subquery.subselect as Tree;
          const columns = this.readStatement(select, scope);
          this.#firstColumns.set(subquery, columns(firstNameOf(select)));
        }
        if (subquery) this.#readExpressions([subquery.testexpr], scope);
        else this.#readExpressions(Object.values(node), scope);
      }
    }
  }

  #firstColumnOf(subquery: Tree, scope: Scope): Source | undefined {
    this.#readExpressions([{ SubLink: subquery }], scope);
    return this.#firstColumns.get(subquery);
  }

  /** Undefined if the expression is no key. */
  #keyOf(node: Tree, scope: Scope): Key | undefined {
    const [kind, content] = Object.entries(node)[0] as [string, Tree];
    if (kind === 'TypeCast') return this.#keyOf(content.arg as Tree, scope);
    if (kind === 'ParamRef') return own(this.#parameter(content.number as number));
    if (kind === 'ColumnRef') return resolve(namesOf(content), scope);
    // `key || ''` has the value of the key; it keeps the planner from using an index.
    if (kind === 'A_Expr' && operatorOf(content) === '||' && isEmptyText(content.rexpr as Tree))
      return this.#keyOf(content.lexpr as Tree, scope);
    if (kind === 'SubLink' && content.subLinkType === 'EXPR_SUBLINK')
      return own(this.#firstColumnOf(content, scope));
    return undefined;
  }

  #parameter(number: number): Source {
    const source = this.#parameters.get(number) ?? { parent: undefined, pin: 'scalar' as const };
    this.#parameters.set(number, source);
    return source;
  }

  #equate(a: Key | undefined, b: Key | undefined, optional?: Source[]): void {
    if (!a || !b || (a.isOuter && b.isOuter)) return;
    if (a.isOuter || b.isOuter) {
      // A subquery does not limit the rows of the query around it.
      const [outer, inner] = a.isOuter ? [a, b] : [b, a];
      this.#implications.push([outer.source, inner.source]);
    } else if (optional) this.#equateInOuterJoin(a.source, b.source, optional);
    else join(rootOf(a.source), rootOf(b.source));
  }

  #equateInOuterJoin(a: Source, b: Source, optional: Source[]): void {
    const mayJoin = (one: Source) => optional.includes(one) || !this.#sources.includes(one);
    if (mayJoin(a) && mayJoin(b)) join(rootOf(a), rootOf(b));
    else if (optional.includes(b)) this.#implications.push([a, b]);
    else if (optional.includes(a)) this.#implications.push([b, a]);
  }

  #outputOf(results: Tree[] | undefined, scope: Scope): Columns {
    const keys = new Map<string, Source | undefined>();
    const all: Columns[] = [];
    for (const result of results ?? []) {
      const { name, val } = result.ResTarget as { name?: string; val: Tree };
      const names = val.ColumnRef ? namesOf(val.ColumnRef as Tree) : [];
      if (names.at(-1) === '*') all.push(...starOf(names, scope));
      else keys.set(name ?? names.at(-1) ?? '', ownSource(this.#keyOf(val, scope)));
    }
    return (column) => (keys.has(column) ? keys.get(column) : firstKey(all, column));
  }
}

const own = (source: Source | undefined): Key | undefined => source && { source, isOuter: false };
const ownSource = (key: Key | undefined) => (key?.isOuter ? undefined : key?.source);

function join(kept: Source, joined: Source): void {
  if (kept === joined) return;
  joined.parent = kept;
  if (kept.pin !== 'scalar') kept.pin = joined.pin ?? kept.pin;
}

function rootOf(source: Source): Source {
  let root = source;
  while (root.parent) root = root.parent;
  return root;
}

const starOf = (names: string[], scope: Scope): Columns[] =>
  names.length > 1
    ? [(column) => ownSource(resolve([names[0] as string, column], scope))]
    : [...scope.sources.values()];

function firstKey(all: Columns[], column: string): Source | undefined {
  for (const columns of all) {
    const key = columns(column);
    if (key) return key;
  }
  return undefined;
}

function findQuery(name: string, scope: Scope | undefined): Columns | undefined {
  for (let at = scope; at; at = at.outer) {
    const found = at.queries.get(name);
    if (found) return found;
  }
  return undefined;
}

/** A column without a table belongs to the innermost query that has it as a key. */
function resolve(names: string[], scope: Scope): Key | undefined {
  const [table, column] = names.length > 1 ? names : [undefined, names[0]];
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const columns = table === undefined ? undefined : at.sources.get(table);
    if (table !== undefined && !columns) continue;
    const source = columns ? columns(column as string) : firstKey([...at.sources.values()], column as string);
    if (source) return { source, isOuter: at !== scope };
    if (columns) return undefined;
  }
  return undefined;
}

/** `as c (a, b)` gives the columns of a query other names, in their order. */
function renamed(columns: Columns, names: Tree[] | undefined, query: Tree): Columns {
  if (!names) return columns;
  const inner = resultNamesOf(query);
  const position = (name: string) => names.findIndex((node) => (node.String as Tree).sval === name);
  return (column) => columns(inner[position(column)] ?? '');
}

function resultNamesOf(query: Tree): string[] {
  const [content] = Object.values(query) as [Tree];
  return ((content.targetList ?? []) as Tree[]).map((result) => {
    const { name, val } = result.ResTarget as { name?: string; val: Tree };
    return name ?? (val.ColumnRef ? (namesOf(val.ColumnRef as Tree).at(-1) as string) : '');
  });
}

const firstNameOf = (query: Tree) => resultNamesOf(query)[0] ?? '';

const namesOf = (column: Tree): string[] =>
  (column.fields as Tree[]).map((field) =>
    'A_Star' in field ? '*' : ((field.String as Tree).sval as string),
  );

const rowOf = (node: Tree): Tree[] | undefined => (node.RowExpr as { args: Tree[] } | undefined)?.args;

const operatorOf = (comparison: Tree | undefined): unknown =>
  (((comparison?.name ?? []) as Tree[])[0]?.String as Tree | undefined)?.sval;

function isEmptyText(node: Tree): boolean {
  const text = (node.A_Const as Tree | undefined)?.sval as Tree | undefined;
  return text !== undefined && !text.sval;
}

const mentionsParameter = (node: unknown): boolean => JSON.stringify(node).includes('"ParamRef"');
