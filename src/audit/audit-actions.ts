/**
 * What the audit log records, with its meaning for the documentation. A use case records an action with one line:
 * `await recordAudit(tx, scope, 'api_key.created', { kind: 'api_key', id, name })`.
 */
export const auditActions = {
  'user.created': 'an account was created',
  'user.signed_in':
    'a person signed in, or a command opened a session for them; `secondFactor` is `totp`, `recovery_code` or `passkey`, `provider` the id of a provider, `passkey` that of a passkey',
  'user.sign_in_failed':
    'a password, a code or a passkey was wrong, or the account is unknown or disabled; `reason` says which. `passkey_copied`: the passkey counts less than before',
  'user.signed_out': 'a person signed out',
  'user.sessions_ended': 'a person ended their sessions; `sessions` is their number',
  'session.ended': 'a person ended one of their sessions',
  'user.password_changed': 'a person set a new password; `by` is `password` or `link`',
  'user.password_reset': 'a command set a new password',
  'user.password_link_created': 'an administrator or a command created a link to set a new password',
  'user.password_link_mailed': 'a link to set a new password was mailed to the account',
  'user.email_verified': 'the e-mail address of an account was verified, by a link or by an administrator',
  'user.second_factor_enabled': 'a person set up an authenticator app',
  'user.second_factor_disabled':
    'a person removed their authenticator app, or an administrator or a command reset it',
  'user.recovery_codes_renewed': 'a person replaced their recovery codes',
  'user.identity_added':
    'an account of a provider was connected to an account; `provider` is its id in the configuration',
  'user.identity_removed': 'a person disconnected an account of a provider',
  'user.passkey_added': 'a person added a passkey; `passkey` is its id, `name` its name',
  'user.passkey_renamed': 'a person renamed a passkey',
  'user.passkey_removed': 'a person removed a passkey',
  'user.role_changed': 'an account got another role in the instance',
  'user.disabled': 'an account was disabled',
  'user.enabled': 'a disabled account was enabled',
  'api_key.created': 'an API key was created; `userId` is the account it belongs to',
  'api_key.deleted': 'an API key was deleted',
  'api_keys.deleted': 'all API keys of an account were deleted',
  'connection.granted':
    'a person connected an application to `/mcp`; `client` is its id, `scopes` and `projects` (null: all) what it may do',
  'connection.revoked':
    'a connection ended; `by` is `person` or `client`, `userId` the account it belonged to',
  'connection.replayed':
    'a code or refresh token was used a second time, which ended its connection; `what` says which',
  'connections.revoked':
    'all connections of an account ended, with its sessions or because of a new password',
  'agent.created': 'an agent account was created',
  'agent.disabled': 'an agent account was disabled',
  'agent.enabled': 'a disabled agent account was enabled',
  'project_member.added':
    'an account became a member of a project; `uninvited`: an administrator added themselves',
  'project_member.role_changed': 'a member of a project got another role',
  'project_member.removed': 'a member of a project was removed or left',
  'workspace_member.added': 'an account became a member of a workspace',
  'workspace_member.role_changed': 'a member of a workspace got another role',
  'workspace_member.removed': 'a member of a workspace was removed or left',
  'access_token.created': 'an access token for inbound webhooks was created',
  'access_token.deleted': 'an access token for inbound webhooks was deleted',
  'inbound_secret.set':
    'the webhook secret of a project for a code host was set; `isRotated`: it replaced another',
  'inbound_secret.deleted': 'the webhook secret of a project for a code host was deleted',
  'intake.opened':
    'a way into the triage of a project was opened; `channel` is its kind, `isRenewed`: it got another address',
  'intake.closed': 'a way into the triage of a project was closed; `channel` is its kind',
  'webhook.whole_instance': 'a webhook was subscribed to the events of the whole instance',
  'webhook.stopped': 'an administrator stopped or deleted the webhook of somebody else',
  'webhook.started': 'an administrator enabled the webhook of somebody else',
  'webhook_target.added': 'webhooks were allowed to reach a private target; `note` is why',
  'webhook_target.removed': 'a private target was removed from the list of webhooks',
  'repository.approved': 'the link of a project to a repository was approved',
  'repository.refused': 'the link of a project to a repository was refused, or its approval withdrawn',
  'code_host.set': 'the code host token of a project was set',
  'code_host.deleted': 'the code host token of a project was deleted',
  'field.created': 'a field was added to the tickets of a project',
  'field.changed': 'a field of a project was changed',
  'field.archived': 'a field of a project was archived',
  'field.restored': 'an archived field of a project was restored',
  'workflow.changed': 'a project got other names, orders or transitions of its statuses',
  'gates.changed': 'a project got other gates that its tickets need to pass before they are done',
  'cycle_schedule.changed': 'a project got another schedule of its cycles, or paused it',
  'schedule.created': 'a schedule that creates tickets was added to a project',
  'schedule.changed': 'a schedule that creates tickets was changed, paused or resumed',
  'schedule.deleted': 'a schedule that creates tickets was deleted',
  'tickets.exported': 'tickets were exported',
  'project.exported': 'the archive of a project was exported',
  'instance.exported': 'an administrator exported the archive of the whole instance',
  'instance.imported': 'an administrator started the import of a whole instance',
  'tickets.imported': 'an import of tickets from another product was started; `product` is which',
  'demo.created': 'the demo team was created',
  'demo.removed': 'the demo team was removed',
  'mail.tested': 'an administrator sent a test mail',
  'history.forgotten':
    'a command deleted the content of an event; `event` is its id, and its hash stays in the seals',
  'secrets.rotated': 'a command encrypted all stored secrets again',
  'audit.read': 'an administrator read the audit log',
  'users.read': 'an administrator read the list of accounts',
  'instance.settings_changed':
    'an administrator changed the name of the installation (`nameFrom`, `nameTo`) or who may sign up (`signUpFrom`, `signUpTo`)',
  'instance.read': 'an administrator read the status of the instance',
  'instance_events.read': 'an administrator opened a live stream, which has the events of the instance',
  'agents.read': 'an administrator read agents of other people, or their keys',
  'repositories.read': 'an administrator read which projects link which repositories',
  'webhooks.read': 'an administrator read webhooks of other people',
  'webhook_targets.read': 'an administrator read which private targets webhooks may reach',
  'inbound_deliveries.read': 'an administrator read inbound deliveries of all projects',
  'inbound_deliveries.replayed': 'an administrator replayed an inbound delivery',
  'invitations.read': 'an administrator read invitations of others to the instance',
  'agent_tasks.read': 'an administrator read agent tasks that belong to no project',
} as const satisfies Record<string, string>;

/** The actions that only say that an administrator looked at something. */
export const auditReads = (Object.keys(auditActions) as AuditAction[]).filter((name) =>
  name.endsWith('.read'),
);

export type AuditAction = keyof typeof auditActions;
export const auditActionNames = Object.keys(auditActions) as [AuditAction, ...AuditAction[]];
