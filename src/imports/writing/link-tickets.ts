import type { Tx } from '../../platform/db/index.ts';
import { ticketImport } from '../../tickets/index.ts';
import type { SourceLink } from '../source-ticket.ts';
import type { SurveyedLink } from '../survey-source.ts';
import type { WriteContext } from './write-tickets.ts';

type Kind = ticketImport.ImportedRelation['kind'];

const stored: Record<Exclude<SourceLink['kind'], 'parent'>, { kind: Kind; isReversed: boolean }> = {
  blocks: { kind: 'blocks', isReversed: false },
  blocked_by: { kind: 'blocks', isReversed: true },
  duplicates: { kind: 'duplicates', isReversed: false },
  duplicated_by: { kind: 'duplicates', isReversed: true },
  relates: { kind: 'relates', isReversed: false },
};

export interface Edge {
  from: string;
  to: string;
  kind: Kind;
}

/** Converts links to the stored form: one direction, each once, without cycles of `blocks` and of `duplicates`. */
export function toEdges(links: SurveyedLink[]): { edges: Edge[]; dropped: SurveyedLink[] } {
  const edges = new Map<string, Edge>();
  for (const { from, kind, to } of links) {
    if (kind === 'parent') continue;
    const { kind: storedKind, isReversed } = stored[kind];
    const edge = { kind: storedKind, from: isReversed ? to : from, to: isReversed ? from : to };
    // "A relates to B" is the same as "B relates to A".
    if (storedKind === 'relates' && edge.from > edge.to) [edge.from, edge.to] = [edge.to, edge.from];
    edges.set(`${edge.kind}\n${edge.from}\n${edge.to}`, edge);
  }
  const kept: Edge[] = [];
  const dropped: SurveyedLink[] = [];
  for (const [kind, ofKind] of Map.groupBy(edges.values(), (edge) => edge.kind)) {
    const circular = kind === 'relates' ? new Set<Edge>() : findClosingEdges(ofKind);
    for (const edge of ofKind) {
      if (circular.has(edge)) dropped.push(edge);
      else kept.push(edge);
    }
  }
  return { edges: kept, dropped };
}

/** Finds the edges that close a cycle, without recursion: a chain can be as long as the file. */
function findClosingEdges(edges: Edge[]): Set<Edge> {
  const outgoing = Map.groupBy(edges, ({ from }) => from);
  const closing = new Set<Edge>();
  const state = new Map<string, 'open' | 'left'>();
  for (const start of outgoing.keys()) {
    if (state.has(start)) continue;
    state.set(start, 'open');
    const path = [{ id: start, next: 0 }];
    while (path.length > 0) {
      const at = path.at(-1) as { id: string; next: number };
      const edge = outgoing.get(at.id)?.[at.next++];
      if (!edge) {
        state.set(at.id, 'left');
        path.pop();
      } else if (state.get(edge.to) === 'open') closing.add(edge);
      else if (!state.has(edge.to)) {
        state.set(edge.to, 'open');
        path.push({ id: edge.to, next: 0 });
      }
    }
  }
  return closing;
}

/** Adds relations to tickets of this import. Relations between tickets that existed before stay as they are. */
export async function writeRelations(tx: Tx, context: WriteContext, edges: Edge[]): Promise<number> {
  const find = await findTickets(
    tx,
    context,
    edges.flatMap(({ from, to }) => [from, to]),
  );
  const relations = edges.flatMap(({ from, to, kind }) => {
    const [source, target] = [find(from), find(to)];
    if (!source || !target || !(source.isOwn || target.isOwn)) return [];
    return [{ fromId: source.id, toId: target.id, kind, isChecked: source.isOwn && target.isOwn }];
  });
  return ticketImport.relateImportedTickets(tx, relations, context.now);
}

/** Sets the parents of those tickets of this import that were written before their parents. */
export async function writeParents(
  tx: Tx,
  context: WriteContext,
  pairs: [string, string][],
): Promise<number> {
  const find = await findTickets(tx, context, pairs.flat());
  const parents = pairs.flatMap(([child, parent]) => {
    const [ticket, above] = [find(child), find(parent)];
    return ticket?.isOwn && above ? [{ id: ticket.id, parentId: above.id }] : [];
  });
  return ticketImport.setImportedParents(tx, parents);
}

async function findTickets(tx: Tx, { project, product, importId }: WriteContext, sourceIds: string[]) {
  const rows = await ticketImport.listImportedTickets(tx, {
    projectId: project.id,
    product,
    sourceIds: [...new Set(sourceIds)],
  });
  const bySource = new Map(
    rows.map((row) => [row.sourceId, { id: row.ticketId, isOwn: row.importId === importId }]),
  );
  return (sourceId: string) => bySource.get(sourceId);
}
