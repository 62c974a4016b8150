import type {
  InstanceInfo,
  NewPasskeyCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  UsedPasskeyCredential,
} from '../../sdk/index.ts';
import { m } from '../messages/index.ts';

/** True if both the instance and this browser support passkeys. */
export const canUsePasskeys = ({ signInMethods }: InstanceInfo) =>
  signInMethods.includes('passkey') &&
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;

/** The browser asks the person for one of their passkeys. */
export async function askForPasskey(options: PasskeyRequestOptions): Promise<UsedPasskeyCredential> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  return awaitAnswer(navigator.credentials.get({ publicKey }), m.auth.noPasskey);
}

/** The browser makes a passkey. */
export async function makePasskey(options: PasskeyCreationOptions): Promise<NewPasskeyCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return awaitAnswer(navigator.credentials.create({ publicKey }), m.users.noPasskeyMade);
}

/** Browsers do not reveal whether the person cancelled or no passkey matches, so that pages learn nothing. */
async function awaitAnswer<T>(asked: Promise<Credential | null>, sentence: string): Promise<T> {
  const credential = await asked.catch(() => null);
  if (!credential) throw Object.assign(new Error(sentence), { status: 0, code: 'NO_PASSKEY' });
  return (credential as PublicKeyCredential).toJSON() as T;
}
