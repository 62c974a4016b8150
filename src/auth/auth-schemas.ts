import { choice, id, instant, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { toIso } from '../platform/instant.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import { apiKeyScopes, instanceRoles, type User } from '../users/index.ts';
import { type ApiKey as ApiKeyRecord, splitProjects, splitScopes } from './api-key-store.ts';
import type { Session as SessionRecord } from './session-store.ts';
import { secondStepMethods } from './sign-in.ts';

export const emailField = () =>
  Type.String({ format: 'email', maxLength: 320, 'x-trimmed': true, examples: ['ada@example.org'] });
/** The length of a new password. */
export const passwordLength = { min: 8, max: 256 } as const;
const password = (minLength: number) =>
  Type.String({
    minLength,
    maxLength: passwordLength.max,
    examples: ['correct horse battery'],
    format: 'password',
  });

export const newPasswordField = () => password(passwordLength.min);
export const passwordField = () => password(0);

/** The current password, which is asked for again before a change of how the account signs in. */
export const confirmedPasswordField = () =>
  Type.Optional(
    nullable(
      Type.String({
        maxLength: passwordLength.max,
        examples: ['correct horse battery'],
        format: 'password',
        description:
          'Your password. An account that has none must have signed in within the last 10 minutes instead',
      }),
    ),
  );
export const codeField = () =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    examples: ['287082'],
    description: 'A code of the authenticator app, or a recovery code',
  });

export const SignUp = Type.Object({
  name: trimmed(1, 200, { examples: ['Ada Lovelace'] }),
  email: emailField(),
  password: newPasswordField(),
  invitation: Type.Optional(
    nullable(
      Type.String({ maxLength: 200, description: 'The token of an invitation, where sign-up needs one' }),
    ),
  ),
});

export const SignIn = Type.Object({
  email: Type.String({ maxLength: 320, examples: ['ada@example.org'] }),
  password: passwordField(),
});

const AccountUser = Type.Object(
  {
    id: id(),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: Type.String({ examples: ['ada@example.org'] }),
    image: nullable(Type.String()),
    emailVerified: Type.Boolean({ examples: [true] }),
    role: choice(instanceRoles),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'AccountUser' },
);

export const Account = Type.Object(
  {
    user: AccountUser,
    session: Type.Object({ id: id(), expiresAt: timestamp() }),
  },
  { title: 'Account' },
);

export const SecondFactorNeeded = Type.Object(
  {
    secondFactor: Type.Object({
      required: Type.Boolean({ examples: [true] }),
      expiresAt: timestamp({ description: 'Until when the code must be sent' }),
      methods: Type.Array(choice(secondStepMethods), {
        description: 'With what the sign-in can be finished',
        examples: [['code', 'passkey']],
      }),
    }),
  },
  { title: 'SecondFactorNeeded' },
);

export const presentAccount = (user: User, session: { id: string; expiresAt: number }) => ({
  user: present(AccountUser, user),
  session: { id: session.id, expiresAt: toIso(session.expiresAt) },
});

export const Session = Type.Object(
  {
    id: id(),
    current: Type.Boolean({ description: 'Whether this is the session of the request' }),
    address: nullable(Type.String()),
    userAgent: nullable(Type.String()),
    createdAt: timestamp(),
    lastSeenAt: timestamp({ description: 'Accurate to a day' }),
    expiresAt: timestamp(),
  },
  { title: 'Session' },
);

export const presentSession = (session: SessionRecord, currentId: string) =>
  present(Session, session, { current: session.id === currentId, lastSeenAt: session.refreshedAt });

export const NewApiKey = Type.Object({
  name: trimmed(1, 200, { examples: ['CI'] }),
  scopes: Type.Optional(nullable(Type.Array(choice(apiKeyScopes), { maxItems: 20 }))),
  projectIds: Type.Optional(
    nullable(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 100,
        examples: [['PAY']],
        description: 'Ids or keys of the projects that the key is limited to. Absent: not limited',
      }),
    ),
  ),
  expiresAt: Type.Optional(nullable(instant())),
});

const apiKeyFields = {
  id: id(),
  name: Type.String({ examples: ['CI'] }),
  start: Type.String({ examples: ['dkt_Qm9v'], description: 'The first characters of the key' }),
  scopes: Type.Array(choice(apiKeyScopes)),
  projectIds: Type.Optional(Type.Array(id(), { description: 'The projects that the key is limited to' })),
  createdAt: timestamp(),
  expiresAt: Type.Optional(timestamp()),
  lastUsedAt: Type.Optional(timestamp()),
};

export const ApiKey = Type.Object(apiKeyFields, { title: 'ApiKey' });
export const ApiKeyWithSecret = Type.Object(
  {
    ...apiKeyFields,
    key: Type.String({ description: 'Shown only once', examples: ['dkt_Qm9v…'] }),
  },
  { title: 'ApiKeyWithSecret' },
);

export const presentApiKey = (key: ApiKeyRecord) =>
  present(ApiKey, key, {
    scopes: splitScopes(key.scopes),
    projectIds: key.projectIds === null ? null : splitProjects(key.projectIds),
  });
