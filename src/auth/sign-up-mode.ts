import type { SignUpMode } from '../instance-settings/index.ts';
import type { Queries } from '../platform/db/index.ts';

/** Reads who may sign up now, which administrators change while the server runs. */
export type ReadSignUp = (queries: Queries) => Promise<SignUpMode>;

/** Whether sign-up needs no invitation. With `invite` the first account needs none, because nobody could have sent one. */
export const isSignUpOpen = (mode: SignUpMode, isEmpty: boolean): boolean =>
  mode === 'open' || (mode === 'invite' && isEmpty);
