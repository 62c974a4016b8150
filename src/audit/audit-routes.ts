import type { FastifyInstance } from 'fastify';
import { splitList } from '../platform/comma-list.ts';
import { choice, choices, id, instant, nullable, timestamp } from '../platform/field-schemas.ts';
import { newRouter } from '../platform/http/index.ts';
import { parseInstant } from '../platform/instant.ts';
import { pageQuery } from '../platform/paging.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import { auditActionNames, auditReads } from './audit-actions.ts';
import { assertMayReadAudit, type ListedAuditEntry, listAudit } from './list-audit.ts';

const AuditEntry = Type.Object(
  {
    id: id(),
    createdAt: timestamp(),
    action: Type.String({ examples: ['api_key.created'] }),
    actor: nullable(
      Type.Object(
        {
          id: id(),
          name: nullable(Type.String({ examples: ['Ada Lovelace'] })),
          email: nullable(Type.String({ examples: ['ada@example.org'] })),
        },
        { description: 'Null: a command on the server, or nobody who is known' },
      ),
    ),
    credential: nullable(
      Type.Object({
        kind: Type.String({ description: '`session` or `api-key`', examples: ['session'] }),
        id: Type.String({ description: 'Id of the session or key; not the secret' }),
      }),
    ),
    address: nullable(Type.String({ description: 'Address of the client', examples: ['203.0.113.7'] })),
    requestId: nullable(
      Type.String({ description: 'The `requestId` of the response and of the server log' }),
    ),
    subject: Type.Object({
      kind: Type.String({ examples: ['api_key'] }),
      id: Type.String(),
      name: nullable(Type.String({ description: 'At the time of the entry', examples: ['CI'] })),
    }),
    details: Type.Object({}, { additionalProperties: true, examples: [{ from: 'USER', to: 'ADMIN' }] }),
  },
  { title: 'AuditEntry' },
);

const presentEntry = (entry: ListedAuditEntry) =>
  present(AuditEntry, entry, {
    actor:
      entry.actorId === null ? null : { id: entry.actorId, name: entry.actorName, email: entry.actorEmail },
    credential:
      entry.credentialKind === null ? null : { kind: entry.credentialKind, id: entry.credentialId as string },
    subject: { kind: entry.subjectKind, id: entry.subjectId, name: entry.subjectName },
    details: JSON.parse(entry.details),
  });

export function addRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Instance', access: 'signed-in' });
  router.list('/api/admin/audit', {
    operationId: 'listAuditEntries',
    summary: 'List the audit log, for administrators',
    description: 'Entries are only added: nothing changes or deletes them. Reading the log is recorded too.',
    query: Type.Object({
      ...pageQuery,
      actor: Type.Optional(id({ description: 'Id of the account that acted' })),
      action: Type.Optional(choices(auditActionNames, { description: 'One action, or several with commas' })),
      subject: Type.Optional(Type.String({ maxLength: 500, description: 'Id of what the entry is about' })),
      reads: Type.Optional(
        choice(['all', 'none'], {
          description:
            '`none` leaves out entries that only say that an administrator read something; an `action` that is asked for stays',
        }),
      ),
      from: Type.Optional(instant({ description: 'Not before this time' })),
      to: Type.Optional(instant({ description: 'Not after this time' })),
    }),
    authorizeFirst: async ({ scope }) => assertMayReadAudit(scope.actor),
    response: { description: 'Newest first', item: AuditEntry, present: presentEntry },
    list: ({ scope, query }, page) =>
      listAudit(
        scope,
        {
          actorId: query.actor,
          subjectId: query.subject,
          actions: splitList(query.action),
          exceptActions: query.reads === 'none' && query.action === undefined ? auditReads : undefined,
          from: query.from === undefined ? undefined : parseInstant(query.from, 'UTC', 'start'),
          to: query.to === undefined ? undefined : parseInstant(query.to),
        },
        page,
      ),
  });
}
