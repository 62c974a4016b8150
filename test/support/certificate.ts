import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  cert: string;
  key: string;
}

/** A self-signed certificate for 127.0.0.1 and the given DNS names. */
export function newCertificate(names: string[] = ['localhost']): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid(commonName), der(0x0c, Buffer.from('docket test')))));
  const algorithm = sequence(oid(ecdsaWithSha256));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231235959Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        sequence(oid(basicConstraints), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
        sequence(oid(subjectAltName), der(0x04, sequence(...names.map(dnsName), der(0x87, loopback)))),
      ),
    ),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g) as string[];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

const commonName = [0x55, 0x04, 0x03];
const ecdsaWithSha256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const basicConstraints = [0x55, 0x1d, 0x13];
const subjectAltName = [0x55, 0x1d, 0x11];
const loopback = Buffer.from([127, 0, 0, 1]);

const oid = (bytes: number[]) => der(0x06, Buffer.from(bytes));
const dnsName = (name: string) => der(0x82, Buffer.from(name));
const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const set = (part: Buffer) => der(0x31, part);

/** A DER value: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
