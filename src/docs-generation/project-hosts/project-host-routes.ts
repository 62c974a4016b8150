import type { FastifyInstance } from 'fastify';
import { nullable } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { canGrantAccess, getProjectFor } from '../../projects/index.ts';
import { requirePermission } from '../../users/index.ts';
import type { DocsGenerationContext } from '../docs-generation-context.ts';
import { CodeHost, CodeHostInput } from './project-host-schemas.ts';
import { deleteCodeHost, findCodeHost, presentCodeHost, setCodeHost } from './project-hosts.ts';

const params = Type.Object({ id: Type.String({ examples: ['PAY'] }) });
const url = '/api/project/:id/code-host';
const authorizeEdit = requirePermission(getProjectFor, canGrantAccess);

/** The code host of a project's repositories, with an access token that is stored encrypted. */
export function addProjectHostRoutes(app: FastifyInstance, context: DocsGenerationContext): void {
  const router = newRouter(app, { tag: 'Documentation', access: 'signed-in' });
  router.get(url, {
    operationId: 'getCodeHost',
    summary: 'Get the code host of a project; null if it has none',
    params,
    authorizeFirst: authorizeEdit,
    responses: {
      200: { description: 'The code host, without its token, or null', schema: dataOf(nullable(CodeHost)) },
    },
    handle: async ({ scope, params: { id } }) => {
      const host = await findCodeHost(scope, id);
      return { data: host ? presentCodeHost(host) : null };
    },
  });

  router.put(url, {
    operationId: 'setCodeHost',
    summary: 'Set the code host of a project and its access token',
    params,
    body: CodeHostInput,
    authorizeFirst: authorizeEdit,
    responses: { 200: { description: 'The code host, without its token', schema: dataOf(CodeHost) } },
    handle: async ({ scope, params: { id }, body }) => ({
      data: presentCodeHost(await setCodeHost(scope, context, id, body)),
    }),
  });

  router.delete(url, {
    operationId: 'deleteCodeHost',
    summary: 'Delete the code host of a project and its access token',
    params,
    delete: ({ scope, params: { id } }) => deleteCodeHost(scope, id),
  });
}
