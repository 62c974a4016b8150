import { findRelyingParty } from './passkeys/relying-party.ts';

/** How people can sign in. `oidc` needs a configured provider, `passkey` an address that browsers make passkeys for. */
export const signInMethods = ['password', 'oidc', 'passkey'] as const;
export type SignInMethod = (typeof signInMethods)[number];

export function listSignInMethods(settings: {
  hasProviders: boolean;
  baseUrl: string | undefined;
}): SignInMethod[] {
  const isOn = {
    password: true,
    oidc: settings.hasProviders,
    passkey: findRelyingParty(settings.baseUrl) !== undefined,
  };
  return signInMethods.filter((method) => isOn[method]);
}
