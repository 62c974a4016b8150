import { isSameSecret } from '../crypto.ts';

/** Whether the Authorization header has the token. */
export function mayScrape(authorization: string | undefined, token: string): boolean {
  const given = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return given !== undefined && isSameSecret(given, token);
}
