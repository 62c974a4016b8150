import type { InstanceRole } from './user.ts';

export const apiKeyScopes = ['read', 'write', 'webhooks', 'agent'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Who is asking. */
export interface Actor {
  userId: string;
  name: string;
  email: string;
  role: InstanceRole;
  /** How the request proved it; an API key does only what its scopes allow. */
  credential: { kind: 'session'; id: string } | { kind: 'api-key'; id: string; scopes: ApiKeyScope[] };
}

export const isReadOnly = (actor: Actor): boolean => actor.role === 'VIEWER';
