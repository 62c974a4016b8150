import type { FastifyInstance } from 'fastify';
import { choice } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { canGrantAccess, canReadProject, getProjectFor, projectRef } from '../../projects/index.ts';
import { requirePermission } from '../../users/index.ts';
import { reviewGates } from './gate.ts';
import { getGates, setGates } from './project-gates.ts';

const fields = {
  criteria: Type.Boolean({ description: 'Every criterion is shown; at first false', examples: [true] }),
  review: choice(reviewGates, {
    description: 'Approvals that count, on the newest commit; at first `none`',
    examples: ['person'],
  }),
  checks: Type.Boolean({
    description: 'The checks of the code host passed on the newest commit; at first false',
    examples: [false],
  }),
};
const Gates = Type.Object(fields, { title: 'Gates' });
const GatesInput = Type.Object({
  criteria: Type.Optional(fields.criteria),
  review: Type.Optional(fields.review),
  checks: Type.Optional(fields.checks),
});
const params = Type.Object({ id: projectRef });

export function addGateRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Proof', access: 'signed-in', forProjectKeys: true });
  router.get('/api/project/:id/gates', {
    operationId: 'getGates',
    summary: 'Get what must be there before a ticket of a project is done',
    params,
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: { 200: { description: 'The gates', schema: dataOf(Gates) } },
    handle: async ({ scope, params: { id: ref } }) => ({ data: await getGates(scope, ref) }),
  });

  router.put('/api/project/:id/gates', {
    operationId: 'setGates',
    summary: 'Change what must be there before a ticket of a project is done',
    description: 'For admins of the project, not for agents. Absent fields keep their value.',
    params,
    body: GatesInput,
    authorizeFirst: requirePermission(getProjectFor, canGrantAccess),
    responses: { 200: { description: 'The gates as they are now', schema: dataOf(Gates) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({ data: await setGates(scope, ref, body) }),
  });
}
