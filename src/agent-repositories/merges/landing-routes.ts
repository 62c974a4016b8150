import type { FastifyInstance } from 'fastify';
import { FileConflictSchema, TicketNameSchema } from '../../agent-tasks/index.ts';
import { choice, id, nullable, timestamp } from '../../platform/field-schemas.ts';
import { listOf, newRouter, presentWholeList } from '../../platform/http/index.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { canUseRepositories, getProjectFor, projectRef } from '../../projects/index.ts';
import { ticketStatuses } from '../../tickets/index.ts';
import { requirePermission } from '../../users/index.ts';
import { type Landing as LandingFound, listLanding } from './landing.ts';

const commit = { examples: ['1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d'] };

const LandingBranch = Type.Object(
  {
    taskId: id({ description: 'The task that pushed last' }),
    branch: Type.String({ examples: ['docket/PAY-12/fix'] }),
    commit: Type.String(commit),
    ticket: Type.Object({ ...TicketNameSchema.properties, status: choice(ticketStatuses) }),
    position: nullable(
      Type.Integer({
        examples: [1],
        description: 'From 1 on; null unless it merges cleanly after those before it',
      }),
    ),
    merges: choice(['clean', 'conflict', 'unknown'], {
      description: '`unknown`: not merged yet, or git took too long',
    }),
    conflictsWithDefault: Type.Boolean({ description: 'It conflicts with the default branch as it is now' }),
    files: Type.Array(FileConflictSchema, {
      description:
        'What conflicts after the branches before it have landed, at most 10; the lines of the branch are `otherLines`',
    }),
    conflictsWith: Type.Array(TicketNameSchema, {
      description: 'The tickets of the other finished branches with which it conflicts',
    }),
  },
  { title: 'LandingBranch' },
);

const Landing = Type.Object(
  {
    repository: Type.String({ examples: ['acme/app'] }),
    state: choice(['ready', 'checking', 'unsupported', 'failed'], {
      description:
        '`checking`: a branch changed or was finished since; `unsupported`: on a code host, or with git before 2.38',
    }),
    reason: nullable(Type.String({ description: 'Why the branches are not merged' })),
    defaultBranch: nullable(Type.String({ examples: ['main'] })),
    commit: nullable(Type.String({ ...commit, description: 'Of the default branch' })),
    checkedAt: nullable(timestamp()),
    branches: Type.Array(LandingBranch),
  },
  { title: 'Landing' },
);

const presentLanding = (landing: LandingFound) => present(Landing, landing);

export function addLandingRoutes(app: FastifyInstance): void {
  newRouter(app, { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true }).get(
    '/api/project/:id/landing',
    {
      operationId: 'listLanding',
      summary: 'List the order in which finished branches merge cleanly',
      description:
        'For members of the project. Branches of agents whose tickets are in review or done and that the default branch does not have, by repository: first those that merge one after the other, in that order, then those that conflict.',
      params: Type.Object({ id: projectRef }),
      authorizeFirst: requirePermission(getProjectFor, canUseRepositories),
      responses: { 200: { description: 'The repositories with such branches', schema: listOf(Landing) } },
      handle: async ({ scope, params }) =>
        presentWholeList((await listLanding(scope, params.id)).map(presentLanding)),
    },
  );
}
