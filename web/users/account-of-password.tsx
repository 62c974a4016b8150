import { useMe } from '../replica/index.ts';

/** Names the account of a form to password managers. */
export const AccountOfPassword = () => (
  <input hidden readOnly type="email" autoComplete="username" value={useMe().email ?? ''} />
);
