/**
 * Why a sign-in with a provider ends, in a word that the sign-in page explains:
 * - `failed`: the provider did not answer as it should, or the browser did not begin this sign-in.
 * - `unverified`: the provider does not vouch for the e-mail address.
 * - `exists`: an account has the address, but nobody proved that it belongs to it; or the identity belongs to another account.
 * - `not_allowed`: the domain is not allowed, sign-up is closed, or the account is disabled.
 */
export type ProviderProblem = 'failed' | 'unverified' | 'exists' | 'not_allowed';

export class ProviderRefusal extends Error {
  readonly problem: ProviderProblem;

  constructor(problem: ProviderProblem) {
    super(problem);
    this.problem = problem;
  }
}
