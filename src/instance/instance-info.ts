import packageJson from '../../package.json' with { type: 'json' };
import { isSignUpOpen, listSignInMethods, passwordLength, signInMethods } from '../auth/index.ts';
import { readInstanceSettings, type SettingsSource, signUpModes } from '../instance-settings/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { choice, nullable } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import { findPublicKey } from '../sealed-history/index.ts';
import { hasAccounts } from '../users/index.ts';

export interface InfoSettings {
  instanceSettings: SettingsSource;
  SMTP_URL?: string | undefined;
  BASE_URL?: string | undefined;
  PUBLIC_HELP: 'on' | 'off';
  oidcProviders: readonly { id: string; label: string }[];
}

/** What everybody may know, signed in or not: no secrets and no counts. */
export const InstanceInfo = Type.Object(
  {
    name: Type.String({ examples: ['Docket'] }),
    version: Type.String({ examples: [packageJson.version] }),
    isEmpty: Type.Boolean({
      description: 'No account exists yet; the first becomes the administrator',
      examples: [false],
    }),
    signUp: choice(signUpModes, { description: 'Who may create an account', examples: ['open'] }),
    canSignUp: Type.Boolean({
      description: 'Whether an account can be created now without an invitation',
      examples: [true],
    }),
    signInMethods: Type.Array(choice(signInMethods), { examples: [[...signInMethods]] }),
    providers: Type.Array(
      Type.Object(
        { id: Type.String({ examples: ['google'] }), label: Type.String({ examples: ['Google'] }) },
        { title: 'Provider' },
      ),
      { description: 'Providers of OpenID Connect that people can sign in with' },
    ),
    sendsMail: Type.Boolean({
      description: 'Whether Docket sends e-mails, such as links for a forgotten password',
      examples: [true],
    }),
    hasPublicHelp: Type.Boolean({
      description: 'Whether `/help` can be read without an account',
      examples: [false],
    }),
    passwordLength: Type.Object(
      { min: Type.Integer({ examples: [8] }), max: Type.Integer({ examples: [256] }) },
      { description: 'Of a new password' },
    ),
    sealPublicKey: nullable(
      Type.String({
        description:
          'The Ed25519 key that signs seals over the history, 32 bytes in base64url; null before the first seal',
        examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
      }),
    ),
  },
  { title: 'InstanceInfo' },
);

export async function getInstanceInfo(queries: Queries, settings: InfoSettings) {
  const { SMTP_URL, BASE_URL, oidcProviders } = settings;
  const { name, signUp } = await readInstanceSettings(queries, settings.instanceSettings);
  const isEmpty = !(await hasAccounts(queries));
  return {
    name,
    version: packageJson.version,
    isEmpty,
    signUp,
    canSignUp: isSignUpOpen(signUp, isEmpty),
    signInMethods: listSignInMethods({ hasProviders: oidcProviders.length > 0, baseUrl: BASE_URL }),
    providers: oidcProviders.map(({ id, label }) => ({ id, label })),
    sendsMail: SMTP_URL !== undefined,
    hasPublicHelp: settings.PUBLIC_HELP === 'on',
    passwordLength,
    sealPublicKey: (await findPublicKey(queries)) ?? null,
  };
}
