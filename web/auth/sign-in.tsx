import { m } from '../messages/index.ts';

export function SignIn() {
  return <h1>{m.auth.signIn}</h1>;
}
