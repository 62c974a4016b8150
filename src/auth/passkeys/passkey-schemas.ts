import { id, nullable, timestamp, trimmed } from '../../platform/field-schemas.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import type { Passkey as PasskeyRecord } from './passkey-store.ts';

export const passkeyNameField = () => trimmed(1, 100, { examples: ['Laptop'] });

/** Bytes in base64url, as WebAuthn writes them in JSON. */
const bytes = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description, examples: ['A1b2C3d4'] });
const credentialType = () => Type.String({ pattern: '^public-key$', examples: ['public-key'] });
/** Accepts fields that Docket does not read: browsers may send more. */
const open = { additionalProperties: true };
const credentialFields = {
  id: bytes(1_400, 'The id of the passkey'),
  rawId: bytes(1_400, 'The same'),
  type: credentialType(),
};
const clientData = () => bytes(4_000, 'What the browser says about the page and the challenge');
const transports = () =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 20, pattern: '^[a-z-]+$' }), {
      maxItems: 8,
      examples: [['internal']],
      description: 'How the device is reached',
    }),
  );

export const NewCredential = Type.Object(
  {
    ...credentialFields,
    response: Type.Object(
      {
        clientDataJSON: clientData(),
        attestationObject: bytes(20_000, 'The public key, with what the device says about itself'),
        transports: transports(),
      },
      open,
    ),
  },
  { ...open, title: 'NewPasskeyCredential', description: 'The answer of the browser, `credential.toJSON()`' },
);

export const UsedCredential = Type.Object(
  {
    ...credentialFields,
    response: Type.Object(
      {
        clientDataJSON: clientData(),
        authenticatorData: bytes(4_000, 'What the device signed'),
        signature: bytes(2_000, 'Its signature'),
        userHandle: Type.Optional(nullable(bytes(200, 'Whose passkey it is'))),
      },
      open,
    ),
  },
  {
    ...open,
    title: 'UsedPasskeyCredential',
    description: 'The answer of the browser, `credential.toJSON()`',
  },
);

const KnownCredential = Type.Object({
  id: Type.String({ examples: ['A1b2C3d4'] }),
  type: Type.String({ examples: ['public-key'] }),
  transports: transports(),
});
const challenge = () =>
  Type.String({ description: 'Works once, for 5 minutes', examples: ['Y6CYMmXf4riuqOOte2dN2J5SVOMHtbjO'] });
const timeout = () => Type.Integer({ description: 'In milliseconds', examples: [300_000] });
const userVerification = () => Type.String({ examples: ['required'] });

export const CreationOptions = Type.Object(
  {
    challenge: challenge(),
    rp: Type.Object({ id: Type.String({ examples: ['docket.example.org'] }), name: Type.String() }),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ type: Type.String(), alg: Type.Integer() })),
    timeout: timeout(),
    attestation: Type.String({ examples: ['none'] }),
    excludeCredentials: Type.Array(KnownCredential),
    authenticatorSelection: Type.Object({
      residentKey: Type.String({ examples: ['required'] }),
      requireResidentKey: Type.Boolean(),
      userVerification: userVerification(),
    }),
  },
  {
    title: 'PasskeyCreationOptions',
    description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` and `navigator.credentials.create`',
  },
);

export const RequestOptions = Type.Object(
  {
    challenge: challenge(),
    rpId: Type.String({ examples: ['docket.example.org'] }),
    timeout: timeout(),
    userVerification: userVerification(),
    allowCredentials: Type.Optional(Type.Array(KnownCredential)),
  },
  {
    title: 'PasskeyRequestOptions',
    description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON` and `navigator.credentials.get`',
  },
);

export const Passkey = Type.Object(
  {
    id: id(),
    name: Type.String({ examples: ['Laptop'] }),
    host: Type.String({
      description: 'Where it works. Passkeys of a former address of the instance no longer do',
      examples: ['docket.example.org'],
    }),
    synced: Type.Boolean({
      description: 'Whether the device shares it with others of its owner',
      examples: [true],
    }),
    createdAt: timestamp(),
    lastUsedAt: nullable(timestamp()),
  },
  { title: 'Passkey' },
);

export const presentPasskey = (passkey: PasskeyRecord) =>
  present(Passkey, passkey, { host: passkey.rpId, lastUsedAt: passkey.usedAt });
