import { useMe } from '../replica/index.ts';

/** Tells a password manager whose password a form is about. */
export const AccountOfPassword = () => (
  <input hidden readOnly type="email" autoComplete="username" value={useMe().email ?? ''} />
);
