export const signUpModes = ['open', 'invite', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

/** Whether sign-up needs no invitation. With `invite` the first account needs none, because nobody could have sent one. */
export const isSignUpOpen = (mode: SignUpMode, isEmpty: boolean): boolean =>
  mode === 'open' || (mode === 'invite' && isEmpty);
