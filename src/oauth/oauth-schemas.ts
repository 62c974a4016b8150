import { type Connection as ConnectionRecord, splitProjects, splitScopes } from '../auth/index.ts';
import { choice, id, nullable, timestamp } from '../platform/field-schemas.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import { type ConnectionScope, connectionScopes } from './issuer.ts';

const parameter = (...examples: string[]) =>
  Type.Optional(Type.String({ maxLength: 2_000, ...(examples.length > 0 && { examples }) }));

/** The names are those of OAuth. */
export const AuthorizationRequest = Type.Object(
  {
    client_id: parameter('01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d'),
    redirect_uri: parameter('http://127.0.0.1:8123/callback'),
    response_type: parameter('code'),
    code_challenge: parameter('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'),
    code_challenge_method: parameter('S256'),
    scope: parameter('read write'),
    state: parameter('af0ifjsldkj'),
    resource: parameter(),
  },
  { title: 'AuthorizationRequest' },
);

export const Authorization = Type.Object(
  {
    client: Type.Object({
      id: Type.String(),
      name: Type.String({ examples: ['Claude'] }),
      host: nullable(
        Type.String({
          description:
            'Where its metadata document is. Null: it registered itself, and its name is not checked',
        }),
      ),
    }),
    redirectHost: Type.String({
      description: 'Where the browser is sent afterwards: a host, or the scheme of an application',
    }),
    isOnOwnMachine: Type.Boolean({
      description: 'Whether a program on the computer of the person gets the answer',
    }),
    scopes: Type.Array(choice(connectionScopes), { description: 'What the client asks for and you have' }),
    redirectTo: nullable(
      Type.String({ description: 'Set if the request cannot be allowed: where to send the browser' }),
    ),
  },
  { title: 'Authorization' },
);

export const AuthorizationDecision = Type.Object({
  request: AuthorizationRequest,
  decision: choice(['allow', 'deny']),
  scopes: Type.Optional(Type.Array(choice(connectionScopes), { maxItems: 10, examples: [['read']] })),
  projectIds: Type.Optional(
    nullable(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 100,
        examples: [['PAY']],
        description: 'Ids or keys of the projects that the client is limited to. Absent: not limited',
      }),
    ),
  ),
});

export const Connection = Type.Object(
  {
    id: id(),
    client: Type.Object({
      id: Type.String(),
      name: Type.String({ examples: ['Claude'] }),
      host: Type.String({ examples: ['claude.ai'] }),
    }),
    scopes: Type.Array(choice(connectionScopes)),
    projectIds: Type.Optional(
      Type.Array(id(), { description: 'The projects that the client is limited to' }),
    ),
    createdAt: timestamp(),
    expiresAt: timestamp({ description: 'When it ends unless the client uses it before' }),
    lastUsedAt: Type.Optional(timestamp({ description: 'Accurate to 10 minutes' })),
  },
  { title: 'Connection' },
);

export const presentConnection = (row: ConnectionRecord) =>
  present(Connection, row, {
    client: { id: row.clientId, name: row.clientName, host: row.clientHost },
    scopes: splitScopes(row.scopes) as ConnectionScope[],
    projectIds: row.projectIds === null ? null : splitProjects(row.projectIds),
  });
