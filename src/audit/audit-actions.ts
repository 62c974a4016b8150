/**
 * What the audit log records, with its meaning for the documentation. A use case records an action with one line:
 * `await recordAudit(tx, scope, 'api_key.created', { kind: 'api_key', id, name })`.
 */
export const auditActions = {
  'user.created': 'an account was created',
  'user.signed_in': 'a person signed in, or a command opened a session for them',
  'user.sign_in_failed': 'a password was wrong, or the account is unknown or disabled',
  'user.signed_out': 'a person signed out',
  'user.sessions_ended': 'a person ended their sessions; `sessions` is their number',
  'session.ended': 'a person ended one of their sessions',
  'user.password_changed': 'a person set a new password; `by` is `password` or `link`',
  'user.password_reset': 'a command set a new password',
  'user.password_link_created': 'an administrator or a command created a link to set a new password',
  'user.password_link_mailed': 'a link to set a new password was mailed to the account',
  'user.role_changed': 'an account got another role in the instance',
  'user.disabled': 'an account was disabled',
  'user.enabled': 'a disabled account was enabled',
  'api_key.created': 'an API key was created; `userId` is the account it belongs to',
  'api_key.deleted': 'an API key was deleted',
  'api_keys.deleted': 'all API keys of an account were deleted',
  'audit.read': 'an administrator read the audit log',
  'users.read': 'an administrator read the list of accounts',
} as const satisfies Record<string, string>;

export type AuditAction = keyof typeof auditActions;
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];
