import type { FastifyInstance } from 'fastify';
import { choice, id, nullable, timestamp } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { toIso } from '../../platform/instant.ts';
import { pageQuery } from '../../platform/paging.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { instanceRoles, type Scope } from '../../users/index.ts';
import {
  assertMayAdminister,
  assertMaySeeAccounts,
  changeAccount,
  createAccountPasswordLink,
  getAccount,
  listAccounts,
  type PersonAccount,
} from './accounts.ts';

const InstanceUser = Type.Object(
  {
    id: id(),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: Type.String({ examples: ['ada@example.org'] }),
    image: nullable(Type.String()),
    role: choice(instanceRoles),
    active: Type.Boolean({ description: 'False: the account is disabled', examples: [true] }),
    emailVerified: Type.Boolean({ examples: [true] }),
    secondFactor: Type.Boolean({
      description: 'Whether sign-in with the password also asks for a code',
      examples: [false],
    }),
    lastSeenAt: nullable(timestamp({ description: 'Accurate to a day for somebody who only reads' })),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'InstanceUser' },
);

function presentAccount(account: PersonAccount) {
  const { sessionAt, keyUsedAt, actedAt } = account;
  const lastSeenAt = Math.max(sessionAt ?? 0, keyUsedAt ?? 0, actedAt ?? 0);
  return present(InstanceUser, account, {
    secondFactor: Number(account.hasSecondFactor) > 0,
    lastSeenAt: lastSeenAt === 0 ? null : lastSeenAt,
  });
}

const params = Type.Object({ id: id() });

async function assertMayChange({ scope, params }: { scope: Scope; params: { id: string } }) {
  assertMayAdminister(scope.actor);
  return getAccount(scope, params.id);
}

export function addAccountRoutes(app: FastifyInstance, baseUrl: string): void {
  const router = newRouter(app, { tag: 'Instance', access: 'signed-in' });

  router.list('/api/instance/users', {
    operationId: 'listInstanceUsers',
    summary: 'List the people of the instance, for administrators',
    query: Type.Object({
      ...pageQuery,
      query: Type.Optional(
        Type.String({ maxLength: 200, description: 'Words of the name or the e-mail address' }),
      ),
      role: Type.Optional(choice(instanceRoles)),
      active: Type.Optional(Type.Boolean({ description: 'False: only disabled accounts' })),
    }),
    authorizeFirst: async ({ scope }) => assertMaySeeAccounts(scope.actor),
    response: { description: 'By name', item: InstanceUser, present: presentAccount },
    list: ({ scope, query: { query, role, active } }, page) =>
      listAccounts(scope, { query, role, active }, page),
  });

  router.put('/api/instance/users/:id', {
    operationId: 'updateInstanceUser',
    summary: 'Change the instance role of a person, or disable or enable the account',
    description:
      'Disabling ends the sessions and API keys of the account; its tickets stay. The last administrator keeps the role.',
    params,
    body: Type.Object({
      role: Type.Optional(choice(instanceRoles)),
      active: Type.Optional(Type.Boolean()),
      emailVerified: Type.Optional(
        Type.Unsafe<true>({
          type: 'boolean',
          enum: [true],
          description: 'Verifies the address of a person whose e-mail does not arrive',
        }),
      ),
    }),
    authorizeFirst: assertMayChange,
    responses: { 200: { description: 'The account', schema: dataOf(InstanceUser) } },
    handle: async ({ scope, params, body }) => ({
      data: presentAccount(await changeAccount(scope, params.id, body)),
    }),
  });

  router.post('/api/instance/users/:id/password-link', {
    operationId: 'createPasswordLink',
    summary: 'Create a link with which a person sets a new password',
    description: 'Pass it on to the person. It works once and expires after a day.',
    params,
    secretResponse: true,
    responses: {
      201: {
        description: 'The link, which is shown only now',
        schema: dataOf(
          Type.Object({
            url: Type.String({ examples: ['https://docket.example.org/reset-password?token=Qm9v…'] }),
            expiresAt: timestamp(),
          }),
        ),
      },
    },
    handle: async ({ scope, params }) => {
      const { url, expiresAt } = await createAccountPasswordLink(scope, baseUrl, params.id);
      return { data: { url, expiresAt: toIso(expiresAt) } };
    },
  });
}
