import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { minuteMs } from '../../platform/clock.ts';
import type { Passkey } from './passkey-store.ts';
import type { RelyingParty } from './relying-party.ts';

/** The answer of a browser proves nothing. The reason is never shown to the caller. */
export class WrongPasskey extends Error {}

/** Ed25519, P-256 and RSA: every device has one of them. */
const algorithms = [-8, -7, -257];

/** How long the person may take. */
export const challengeLifeMs = 5 * minuteMs;

/** Loaded at the first use, because it takes 27 MB. */
const load = () => import('@simplewebauthn/server');
const loadHelpers = () => import('@simplewebauthn/server/helpers');
type Helpers = Awaited<ReturnType<typeof loadHelpers>>;

export type CreationOptions = Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions' | 'hints'>;

/** What the browser needs to make a passkey. */
export async function newCreationOptions(
  { id: rpID }: RelyingParty,
  instanceName: string,
  user: { id: string; email: string; name: string },
  known: Pick<Passkey, 'credentialId' | 'transports'>[],
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await load();
  const { extensions, hints, ...options } = await generateRegistrationOptions({
    rpName: instanceName,
    rpID,
    userID: encodeUserHandle(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout: challengeLifeMs,
    attestationType: 'none',
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return options;
}

/** What the browser needs to sign in. Without `known` it offers every passkey that it has for this host. */
export async function newRequestOptions(
  { id: rpID }: RelyingParty,
  known: Pick<Passkey, 'credentialId' | 'transports'>[] = [],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID,
    timeout: challengeLifeMs,
    userVerification: 'required',
    ...(known.length > 0 && { allowCredentials: known.map(describe) }),
  });
}

/** Throws `WrongPasskey` unless a device made this passkey for our challenge on our page and verified its owner. */
export async function verifyNewPasskey(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  response: RegistrationResponseJSON,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'synced'>> {
  const [{ verifyRegistrationResponse }, helpers] = await Promise.all([load(), loadHelpers()]);
  return refusingErrors(async () => {
    assertOwnPage(helpers, response.response.clientDataJSON);
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: withoutAttestation(helpers, response),
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    const { id, publicKey, counter } = registrationInfo?.credential ?? {};
    if (!verified || id !== response.id || !publicKey || counter === undefined)
      throw new WrongPasskey('not verified');
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      synced: registrationInfo?.credentialBackedUp ? 1 : 0,
    };
  });
}

/**
 * Throws `WrongPasskey` unless the passkey signed our challenge on our page and verified its owner. Whether the counter
 * grew is checked where it is stored, in one statement.
 */
export async function verifySignature(
  { id: expectedRPID, origin: expectedOrigin }: RelyingParty,
  expectedChallenge: string,
  { credentialId, publicKey, userId, rpId }: Passkey,
  response: AuthenticationResponseJSON,
): Promise<Pick<Passkey, 'counter' | 'synced'>> {
  const [{ verifyAuthenticationResponse }, helpers] = await Promise.all([load(), loadHelpers()]);
  return refusingErrors(async () => {
    const { userHandle, clientDataJSON } = response.response;
    if (rpId !== expectedRPID) throw new WrongPasskey('made for another host');
    if (userHandle && userHandle !== Buffer.from(encodeUserHandle(userId)).toString('base64url'))
      throw new WrongPasskey('of another account');
    assertOwnPage(helpers, clientDataJSON);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter: 0,
      },
    });
    if (!verified) throw new WrongPasskey('wrong signature');
    return { counter: authenticationInfo.newCounter, synced: authenticationInfo.credentialBackedUp ? 1 : 0 };
  });
}

const encodeUserHandle = (userId: string) => new TextEncoder().encode(userId);

const describe = ({ credentialId, transports }: Pick<Passkey, 'credentialId' | 'transports'>) => ({
  id: credentialId,
  ...(transports !== '' && { transports: transports.split(',') as never }),
});

/**
 * Which company made the device does not matter, so its statement is dropped unread: to verify it, the library would
 * fetch revocation lists from addresses that the statement names.
 */
function withoutAttestation(
  { decodeAttestationObject, isoCBOR, isoBase64URL }: Helpers,
  response: RegistrationResponseJSON,
): RegistrationResponseJSON {
  const statement = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject));
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', statement.get('authData')],
  ]);
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(bare as never));
  return { ...response, response: { ...response.response, attestationObject } };
}

/** The library accepts some answers that a frame inside another site made. */
function assertOwnPage({ decodeClientDataJSON }: Helpers, clientDataJSON: string): void {
  if (decodeClientDataJSON(clientDataJSON).crossOrigin) throw new WrongPasskey('inside another site');
}

/** The library throws plain errors for whatever is wrong with an answer. */
async function refusingErrors<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof WrongPasskey) throw error;
    throw new WrongPasskey(error instanceof Error ? error.message : String(error));
  }
}
