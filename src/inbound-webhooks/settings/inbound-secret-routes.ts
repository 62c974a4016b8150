import type { FastifyInstance } from 'fastify';
import { choice } from '../../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentWholeList } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import type { SecretBox } from '../../platform/secret-box/index.ts';
import { canGrantAccess, getProjectFor, projectRef } from '../../projects/index.ts';
import { requirePermission } from '../../users/index.ts';
import { providers } from '../code-event.ts';
import { InboundSecret, InboundSecretInput, InboundSecretShownOnce } from '../inbound-schemas.ts';
import { presentInboundSecret } from '../present-inbound.ts';
import { deleteInboundSecret, listInboundSecrets, setInboundSecret } from './inbound-secrets.ts';

const url = '/api/project/:id/inbound-secrets';
const params = Type.Object({ id: projectRef });
const authorizeFirst = requirePermission(getProjectFor, canGrantAccess);

/** The secrets with which code hosts sign the deliveries of one project. */
export function addInboundSecretRoutes(
  app: FastifyInstance,
  { secretBox, serverUrl }: { secretBox: SecretBox; serverUrl: string },
): void {
  const router = newRouter(app, { tag: 'Inbound webhooks', access: 'signed-in' });
  router.get(url, {
    operationId: 'listInboundSecrets',
    summary: 'List the webhook secrets of a project',
    params,
    authorizeFirst,
    responses: {
      200: {
        description: 'At most one per code host, without the secrets',
        schema: listOf(InboundSecret),
      },
    },
    handle: async ({ scope, params: { id: ref } }) =>
      presentWholeList(
        (await listInboundSecrets(scope, ref)).map((one) => presentInboundSecret(one, serverUrl)),
      ),
  });

  router.post(url, {
    operationId: 'setInboundSecret',
    summary: 'Create or replace the webhook secret of a project for a code host',
    description:
      'Docket generates the secret. Deliveries to `url` that are signed with it reach this project alone, without a secret of the instance and without approval of the repository. A replaced secret is invalid immediately; `url` stays. The secret is returned only in this response.',
    params,
    body: InboundSecretInput,
    secretResponse: true,
    authorizeFirst,
    responses: {
      201: { description: 'The secret; it is not shown again', schema: dataOf(InboundSecretShownOnce) },
    },
    handle: async ({ scope, params: { id: ref }, body: { provider } }) => {
      const made = await setInboundSecret(scope, secretBox, ref, provider);
      return { data: { ...presentInboundSecret(made, serverUrl), secret: made.secret } };
    },
  });

  router.delete(`${url}/:provider`, {
    operationId: 'deleteInboundSecret',
    summary: 'Delete the webhook secret of a project for a code host',
    params: Type.Object({ id: projectRef, provider: choice(providers) }),
    authorizeFirst,
    delete: ({ scope, params: { id: ref, provider } }) => deleteInboundSecret(scope, ref, provider),
  });
}
