import type { FastifyInstance } from 'fastify';
import { id, nullable, timestamp } from '../platform/field-schemas.ts';
import { newRouter } from '../platform/http/index.ts';
import { toIso } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import { requirePermission } from '../users/index.ts';
import { canReadWorkspace, getWorkspaceFor } from '../workspaces/index.ts';
import { listSeals } from './list-seals.ts';
import { hashSeal, type Seal as SealMade } from './seal.ts';

const sha256 = (description: string) =>
  Type.String({
    description,
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  });

const Seal = Type.Object(
  {
    id: sha256('The hash of the seal, which the next one has as `previous`'),
    number: Type.Integer({ description: 'From 1 on, without a gap', examples: [1] }),
    from: id({ description: 'The first event' }),
    to: id({ description: 'The last event' }),
    count: Type.Integer({ description: 'How many events it covers', examples: [212] }),
    root: sha256('The root of the Merkle tree over the hashes of the events'),
    previous: nullable(sha256('The hash of the seal before it')),
    keyId: Type.String({
      description: 'The key that signed it',
      examples: ['5feceb66ffc86f38d952786c6d696c79'],
    }),
    signature: Type.String({ description: 'Ed25519, in base64url', examples: ['k8Yr6Vw3QbJ1c0Zz'] }),
    at: timestamp(),
  },
  { title: 'Seal' },
);

const presentSeal = ({ workspaceId, at, ...seal }: Omit<SealMade, 'leaves'>) => ({
  id: hashSeal({ workspaceId, at, ...seal }),
  ...seal,
  at: toIso(at),
});

export function addRoutes(app: FastifyInstance): void {
  newRouter(app, { tag: 'Workspaces', access: 'signed-in' }).list('/api/workspaces/:id/seals', {
    operationId: 'listSeals',
    summary: 'List the seals over the history of a workspace, oldest first',
    description:
      'A seal covers the events after those of the seal before it. `docket verify` compares them with the history.',
    params: Type.Object({ id: id() }),
    authorizeFirst: requirePermission(getWorkspaceFor, canReadWorkspace),
    response: { description: 'A page of seals', item: Seal, present: presentSeal },
    list: ({ scope, params: { id: ref } }, page) => listSeals(scope, ref, page),
  });
}
