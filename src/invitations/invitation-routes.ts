import type { FastifyInstance } from 'fastify';
import { readInstanceSettings, type SettingsSource } from '../instance-settings/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { forbiddenBecause } from '../platform/errors.ts';
import { choice, id, nullable, timestamp } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { toIso } from '../platform/instant.ts';
import { pageQuery } from '../platform/paging.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import { projectRoles } from '../projects/index.ts';
import { acceptAsMember } from './accept-invitation.ts';
import { invitationUrl } from './draft-invitation.ts';
import { invitationStatus, invitationStatuses, type ShownInvitation } from './invitation.ts';
import { getProjectToInviteTo, invite, listInvitations, revokeInvitation } from './invite.ts';
import { lookUpInvitation } from './look-up-invitation.ts';

interface RoutesContext {
  db: Database;
  clock: Clock;
  config: { baseUrl: string; SMTP_URL?: string | undefined; instanceSettings: SettingsSource };
}

const email = () =>
  Type.String({ format: 'email', maxLength: 320, 'x-trimmed': true, examples: ['grace@example.org'] });
const text = (example: string) => Type.String({ examples: [example] });

const fields = {
  id: id(),
  email: text('grace@example.org'),
  status: choice(invitationStatuses),
  project: nullable(
    Type.Object({ id: id(), name: text('Payments'), key: text('PAY') }, { title: 'InvitationProject' }),
  ),
  role: Type.Optional(choice(projectRoles)),
  invitedBy: Type.Object({ id: id(), name: text('Ada Lovelace') }, { title: 'Inviter' }),
  createdAt: timestamp(),
  expiresAt: timestamp(),
};
const Invitation = Type.Object(fields, { title: 'Invitation' });
const InvitationWithLink = Type.Object(
  {
    ...fields,
    token: Type.Optional(
      Type.String({
        description:
          'For `signUp` and `acceptInvitation`; shown only now, and only if the instance sends no e-mail',
      }),
    ),
    url: Type.Optional(
      Type.String({
        description: 'The link to pass on; shown only now, and only if the instance sends no e-mail',
        examples: ['https://docket.example.org/sign-up?invitation=Qm9v…'],
      }),
    ),
  },
  { title: 'InvitationWithLink' },
);

const InvitationPreview = Type.Object(
  {
    email: text('grace@example.org'),
    status: choice(invitationStatuses),
    project: nullable(
      Type.Object({ name: text('Payments'), key: text('PAY') }, { title: 'InvitationPreviewProject' }),
    ),
    role: Type.Optional(choice(projectRoles)),
    invitedBy: Type.Object({ name: text('Ada Lovelace') }),
    expiresAt: timestamp(),
  },
  { title: 'InvitationPreview' },
);

function presentInvitation(invitation: ShownInvitation, now: number) {
  const { projectId, projectName, projectKey } = invitation;
  return present(Invitation, invitation, {
    status: invitationStatus(invitation, now),
    project: projectId === null ? null : { id: projectId, name: projectName ?? '', key: projectKey ?? '' },
    invitedBy: { id: invitation.invitedBy, name: invitation.inviterName },
  });
}

export function addRoutes(app: FastifyInstance, { db, clock, config }: RoutesContext): void {
  const router = newRouter(app, { tag: 'Accounts', access: 'signed-in' });
  const { baseUrl } = config;
  const sendsMail = config.SMTP_URL !== undefined;

  router.list('/api/invitations', {
    operationId: 'listInvitations',
    summary: 'List invitations that you created or may manage',
    query: Type.Object({
      ...pageQuery,
      project: Type.Optional(Type.String({ description: 'Only invitations to this project (id or key)' })),
    }),
    authorizeFirst: async ({ scope, query: { project } }) =>
      typeof project === 'string' && getProjectToInviteTo(scope, project),
    response: { description: 'Newest first', item: Invitation },
    list: async ({ scope, query }, page) => {
      const { rows, ...rest } = await listInvitations(scope, query.project, page);
      return { rows: rows.map((row) => presentInvitation(row, scope.clock.now())), ...rest };
    },
  });

  router.post('/api/invitations', {
    operationId: 'createInvitation',
    summary: 'Invite a person by e-mail address',
    description:
      'Admins and owners of a project can invite to it; administrators can invite to the instance. The invitation is valid for 7 days and replaces an earlier one to the same address. It is mailed, and its link is in the mail alone; without a mail server the answer has the link, and a repeated invitation is refused.',
    body: Type.Object({
      email: email(),
      projectId: Type.Optional(nullable(id({ description: 'A project’s id or key' }))),
      role: Type.Optional(
        nullable(choice(projectRoles, { description: 'The role in the project; default `member`' })),
      ),
    }),
    secretResponse: true,
    responses: {
      201: {
        description: 'The invitation; without a mail server, with its link',
        schema: dataOf(InvitationWithLink),
      },
    },
    handle: async ({ scope, body }) => {
      const { signUp } = await readInstanceSettings(scope.db.reads, config.instanceSettings);
      if (signUp === 'closed')
        throw forbiddenBecause('Sign-up is closed on this instance, so nobody could accept the invitation');
      const { invitation, token } = await invite(scope, body, sendsMail);
      const link = token === undefined ? {} : { token, url: invitationUrl(baseUrl, token) };
      return { data: { ...presentInvitation(invitation, scope.clock.now()), ...link } };
    },
  });

  router.post('/api/invitations/accept', {
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation to a project',
    description: 'For people who have an account. To create one, pass the token to `signUp`.',
    body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    responses: { 200: { description: 'The accepted invitation', schema: dataOf(Invitation) } },
    handle: async ({ scope, body }) => {
      const accepted = await acceptAsMember(scope, body.token);
      const now = scope.clock.now();
      return { data: presentInvitation({ ...accepted, acceptedAt: now }, now) };
    },
  });

  newRouter(app, { tag: 'Accounts', access: 'public' }).get('/api/invitations/lookup/:token', {
    operationId: 'lookUpInvitation',
    summary: 'Get what an invitation token invites to, without a session',
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    responses: { 200: { description: 'The invitation', schema: dataOf(InvitationPreview) } },
    handle: async ({ params }, reply) => {
      reply.header('cache-control', 'no-store');
      const { invitation, status } = await lookUpInvitation(db.reads, params.token, clock.now());
      const { email, projectName: name, projectKey: key, role, inviterName, expiresAt } = invitation;
      return {
        data: {
          email,
          status,
          project: name === null ? null : { name, key },
          ...(role !== null && { role }),
          invitedBy: { name: inviterName },
          expiresAt: toIso(expiresAt),
        },
      };
    },
  });

  router.delete('/api/invitations/:id', {
    operationId: 'revokeInvitation',
    summary: 'Revoke an invitation',
    params: Type.Object({ id: id() }),
    delete: ({ scope, params }) => revokeInvitation(scope, params.id),
  });
}
