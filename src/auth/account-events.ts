import { eventType } from '../events/index.ts';
import { Type } from '../platform/schema.ts';

const EventUser = Type.Object({ id: Type.String(), name: Type.String() });

export const userCreated = eventType({
  name: 'user.created',
  meaning: 'an account was created',
  payload: Type.Object({ user: EventUser, role: Type.String() }),
  sentence: () => 'joined',
});
export const userRoleChanged = eventType({
  name: 'user.role_changed',
  meaning: 'an account got another role in the instance',
  payload: Type.Object({
    user: EventUser,
    changes: Type.Object({ role: Type.Object({ from: Type.String(), to: Type.String() }) }),
  }),
  sentence: ({ user, changes }) => `made ${user.name} ${changes.role.to}`,
});
export const passwordReset = eventType({
  name: 'user.password_reset',
  meaning: 'an administrator reset the password of an account, which ended its sessions',
  payload: Type.Object({ user: EventUser }),
  sentence: ({ user }) => `reset the password of ${user.name}`,
});

export const passwordChanged = eventType({
  name: 'user.password_changed',
  meaning: 'a person set a new password, which ended their other sessions',
  payload: Type.Object({ user: EventUser }),
  sentence: () => 'set a new password',
});

const accessEvent = (action: 'disabled' | 'enabled', meaning: string) =>
  eventType({
    name: `user.${action}`,
    meaning,
    payload: Type.Object({ user: EventUser }),
    sentence: ({ user }) => `${action} the account of ${user.name}`,
  });
export const userDisabled = accessEvent(
  'disabled',
  'an account was disabled, which ended its sessions and API keys',
);
export const userEnabled = accessEvent('enabled', 'a disabled account was enabled');
export const passwordLinkCreated = eventType({
  name: 'user.password_link_created',
  meaning: 'an administrator created a link with which an account sets a new password',
  payload: Type.Object({ user: EventUser }),
  sentence: ({ user }) => `created a password link for ${user.name}`,
});

export const emailVerified = eventType({
  name: 'user.email_verified',
  meaning: 'the e-mail address of an account was verified',
  payload: Type.Object({ user: EventUser }),
  sentence: ({ user }) => `verified the e-mail address of ${user.name}`,
});

const secondFactorEvent = (action: 'enabled' | 'disabled', meaning: string) =>
  eventType({
    name: `user.second_factor_${action}`,
    meaning,
    payload: Type.Object({ user: EventUser }),
    sentence: ({ user }) => `${action} the second factor of ${user.name}`,
  });
export const secondFactorEnabled = secondFactorEvent(
  'enabled',
  'a person set up an authenticator app, which ended their other sessions',
);
export const secondFactorDisabled = secondFactorEvent(
  'disabled',
  'a person, or an administrator for them, removed their authenticator app',
);

const identityEvent = (action: 'added' | 'removed', meaning: string, verb: string) =>
  eventType({
    name: `user.identity_${action}`,
    meaning,
    payload: Type.Object({ user: EventUser, provider: Type.String() }),
    sentence: ({ provider }) => `${verb} ${provider}`,
  });
export const identityAdded = identityEvent('added', 'a provider now signs in to an account', 'connected');
export const identityRemoved = identityEvent(
  'removed',
  'a person disconnected a provider from their account',
  'disconnected',
);

const passkeyEvent = (action: 'added' | 'renamed' | 'removed', meaning: string) =>
  eventType({
    name: `user.passkey_${action}`,
    meaning,
    payload: Type.Object({
      user: EventUser,
      passkey: Type.Object({ id: Type.String(), name: Type.String() }),
    }),
    sentence: ({ passkey }) => `${action} the passkey ${passkey.name}`,
  });
export const passkeyAdded = passkeyEvent('added', 'a person added a passkey to their account');
export const passkeyRenamed = passkeyEvent('renamed', 'a person renamed one of their passkeys');
export const passkeyRemoved = passkeyEvent('removed', 'a person removed one of their passkeys');

export const accountEvents = [
  userCreated,
  userRoleChanged,
  passwordReset,
  passwordChanged,
  passwordLinkCreated,
  userDisabled,
  userEnabled,
  emailVerified,
  secondFactorEnabled,
  secondFactorDisabled,
  identityAdded,
  identityRemoved,
  passkeyAdded,
  passkeyRenamed,
  passkeyRemoved,
];
