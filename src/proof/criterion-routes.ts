import type { FastifyInstance } from 'fastify';
import { id } from '../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentWholeList } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import {
  addCriterion,
  type Criterion as ChangedCriterion,
  CriterionInput,
  canEditTicket,
  canReadTicket,
  changeCriterion,
  deleteCriterion,
  getTicketFor,
  orderCriteria,
  ticketRef,
} from '../tickets/index.ts';
import { requirePermission, type Scope } from '../users/index.ts';
import { listCriteriaWithEvidence } from './criteria.ts';
import { CriteriaOrder, Criterion, CriterionPatch, presentCriterion } from './evidence-schemas.ts';

const ofTicket = Type.Object({ id: ticketRef });
const ofCriterion = Type.Object({ id: ticketRef, criterionId: id() });

export function addCriterionRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Proof', access: 'signed-in', forProjectKeys: true });
  const editing = { authorizeFirst: requirePermission(getTicketFor, canEditTicket) };

  router.get('/api/tickets/:id/criteria', {
    operationId: 'listCriteria',
    summary: 'List what must be true when a ticket is done',
    params: ofTicket,
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    responses: {
      200: { description: 'The criteria in order, each with its evidence', schema: listOf(Criterion) },
    },
    handle: async ({ scope, params }) => presentAll(scope, params.id),
  });

  router.post('/api/tickets/:id/criteria', {
    ...editing,
    operationId: 'addCriterion',
    summary: 'Add a criterion to a ticket',
    description: 'It comes last. A ticket has at most 50.',
    params: ofTicket,
    body: CriterionInput,
    responses: { 201: { description: 'The criterion', schema: dataOf(Criterion) } },
    handle: async ({ scope, params, body }) => {
      const added = await addCriterion(scope, params.id, body);
      return { data: await presentOne(scope, params.id, added) };
    },
  });

  router.put('/api/tickets/:id/criteria', {
    ...editing,
    operationId: 'orderCriteria',
    summary: 'Put the criteria of a ticket into another order',
    params: ofTicket,
    body: CriteriaOrder,
    responses: { 200: { description: 'The criteria in their new order', schema: listOf(Criterion) } },
    handle: async ({ scope, params, body }) => {
      await orderCriteria(scope, params.id, body.order);
      return presentAll(scope, params.id);
    },
  });

  router.put('/api/tickets/:id/criteria/:criterionId', {
    ...editing,
    operationId: 'updateCriterion',
    summary: 'Change the text or the check of a criterion',
    description:
      'A criterion that changes is open again: its evidence showed something else. Agents cannot change criteria.',
    params: ofCriterion,
    body: CriterionPatch,
    responses: { 200: { description: 'The criterion as it is now', schema: dataOf(Criterion) } },
    handle: async ({ scope, params, body }) => {
      const changed = await changeCriterion(scope, params.id, params.criterionId, body);
      return { data: await presentOne(scope, params.id, changed) };
    },
  });

  router.delete('/api/tickets/:id/criteria/:criterionId', {
    operationId: 'deleteCriterion',
    summary: 'Delete a criterion',
    description: 'Its evidence stays with the ticket. Agents cannot delete criteria.',
    params: ofCriterion,
    delete: ({ scope, params }) => deleteCriterion(scope, params.id, params.criterionId),
  });
}

/** A check of the code host may have decided it in the transaction of the change. */
async function presentOne(scope: Scope, ref: string, changed: ChangedCriterion) {
  const all = await listCriteriaWithEvidence(scope, ref);
  const found = all.find(({ id: known }) => known === changed.id);
  return presentCriterion(found ?? { ...changed, evidence: undefined });
}

const presentAll = async (scope: Scope, ref: string) =>
  presentWholeList((await listCriteriaWithEvidence(scope, ref)).map(presentCriterion));
