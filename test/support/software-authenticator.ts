import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** What an attacker, a broken browser or a broken device can send instead of the truth. */
export interface Deviations {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string | null;
  credentialId?: string;
  /** Of a new passkey: what the device says about itself. */
  attestation?: { fmt: string; attStmt: Record<string, unknown> };
}

/** One passkey on a device, as software: ES256, discoverable, verifies its owner. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(16).toString('base64url');
  counter = 0;
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: Buffer;
  #userHandle = '';

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE: key type EC2, algorithm ES256, curve P-256, coordinates.
    this.#publicKey = cborMap([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
  }

  /** Answers `navigator.credentials.create`. */
  create(
    options: { challenge: string; rp: { id: string }; user: { id: string } },
    deviations: Deviations = {},
  ) {
    this.#userHandle = options.user.id;
    const id = deviations.credentialId ?? this.credentialId;
    const idBytes = Buffer.from(id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(idBytes.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, idBytes, this.#publicKey]);
    const authData = Buffer.concat([this.#authenticatorData(options.rp.id, 0x40, deviations), attested]);
    const { fmt, attStmt } = deviations.attestation ?? { fmt: 'none', attStmt: {} };
    const attestationObject = cborMap([
      ['fmt', fmt],
      ['attStmt', attStmt],
      ['authData', authData],
    ]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, deviations).toString(
          'base64url',
        ),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  /** Answers `navigator.credentials.get`. */
  get(options: { challenge: string; rpId: string }, deviations: Deviations = {}) {
    const clientData = this.#clientData('webauthn.get', options.challenge, deviations);
    const authenticatorData = this.#authenticatorData(options.rpId, 0, deviations);
    const signature = createSign('sha256')
      .update(authenticatorData)
      .update(createHash('sha256').update(clientData).digest())
      .sign(this.#privateKey);
    const id = deviations.credentialId ?? this.credentialId;
    const { userHandle = this.#userHandle } = deviations;
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      },
    };
  }

  #clientData(type: string, challenge: string, deviations: Deviations): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: deviations.type ?? type,
        challenge: deviations.challenge ?? challenge,
        origin: deviations.origin ?? this.#origin,
        crossOrigin: deviations.crossOrigin ?? false,
      }),
    );
  }

  #authenticatorData(rpId: string, flags: number, { rpId: other, isVerified, counter }: Deviations): Buffer {
    const verified = isVerified === false ? 0 : 0x04;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    return Buffer.concat([
      createHash('sha256')
        .update(other ?? rpId)
        .digest(),
      Buffer.from([0x01 | verified | flags]),
      count,
    ]);
  }
}

function cborMap(entries: [string | number, unknown][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cborOf)]);
}

function cborOf(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(cborOf)]);
  return cborMap(Object.entries(value as object));
}

function cborHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
