import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { canonicalJson } from './seal.ts';
import { openSealKey, type Sealing } from './seal-events.ts';

/** An instance's word for a document that it made: the key is that of its seals. */
export interface DocumentSignature {
  keyId: string;
  publicKey: string;
  signature: string;
}

// The first line differs from that of a seal, so that neither can pass for the other.
const signedText = (name: string, document: unknown) =>
  Buffer.from(`docket ${name}\n${canonicalJson(document)}`);

/** `name` says what the document is. */
export async function signDocument(
  sealing: Sealing,
  name: string,
  document: unknown,
): Promise<DocumentSignature> {
  const { id, publicKey, privateKey } = await openSealKey(sealing);
  const signature = sign(null, signedText(name, document), createPrivateKey(privateKey)).toString(
    'base64url',
  );
  return { keyId: id, publicKey, signature };
}

export function isDocumentSigned(name: string, document: unknown, by: DocumentSignature): boolean {
  try {
    const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: by.publicKey } });
    return verify(null, signedText(name, document), key, Buffer.from(by.signature, 'base64url'));
  } catch {
    return false;
  }
}
