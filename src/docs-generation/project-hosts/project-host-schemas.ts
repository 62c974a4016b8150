import type { Static } from 'typebox';
import { choice, timestamp } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { remoteKinds } from './project-host-store.ts';

const kind = choice(remoteKinds);
const apiUrl = () =>
  Type.String({ maxLength: 500, pattern: '^https?://[^?#\\s@]+$', examples: ['https://api.github.com'] });

export const CodeHostInput = Type.Object(
  {
    kind,
    apiUrl: Type.Optional(apiUrl()),
    token: Type.String({ minLength: 1, maxLength: 1_000, pattern: '^[!-~]+$', examples: ['ghp_0123456789'] }),
  },
  { title: 'CodeHostInput' },
);
export type CodeHostInput = Static<typeof CodeHostInput>;

export const CodeHost = Type.Object(
  { kind, apiUrl: apiUrl(), updatedAt: timestamp() },
  { title: 'CodeHost' },
);
