const subjects: Record<string, string> = {
  user: 'Account',
  users: 'Accounts',
  api_key: 'API key',
  api_keys: 'All API keys',
  connections: 'All connections',
  agent_tasks: 'Agent tasks',
  project_member: 'Project member',
  workspace_member: 'Workspace member',
  webhook_target: 'Private target of webhooks',
  webhook_targets: 'Private targets of webhooks',
  instance_events: 'Events of the instance',
  demo: 'Demo team',
  audit: 'Audit log',
  mail: 'Mail',
};

const changes: Record<string, string> = {
  read: 'viewed',
  whole_instance: 'for the whole instance',
  role_changed: 'got another role',
  sign_in_failed: 'sign-in failed',
  sessions_ended: 'sessions ended',
  password_changed: 'new password',
  second_factor_enabled: 'second factor set up',
  second_factor_disabled: 'second factor removed',
  email_verified: 'e-mail address verified',
  identity_added: 'provider connected',
  identity_removed: 'provider disconnected',
};

/** `api_key.created` → `API key: created`. Words without a translation are those of the action. */
export function auditActionInWords(action: string): string {
  const [subject = '', change = ''] = action.split('.');
  const named = subjects[subject] ?? capitalized(spaced(subject));
  return change === '' ? named : `${named}: ${changes[change] ?? spaced(change)}`;
}

const spaced = (name: string) => name.replaceAll('_', ' ');
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
