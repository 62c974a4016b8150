export const signUpModes = ['open', 'invite', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** How a person can sign in; `oidc` only where a provider is configured. */
export const signInMethods = ['password', 'oidc'] as const;

/** Whether sign-up needs no invitation. With `invite` the first account needs none, because nobody could have sent one. */
export const isSignUpOpen = (mode: SignUpMode, isEmpty: boolean): boolean =>
  mode === 'open' || (mode === 'invite' && isEmpty);
