export interface CookieSettings {
  /** `docket` gives the cookie `docket.session-token`. */
  prefix: string;
  /** The service is reached by https, so the cookie must never travel without it. */
  secure: boolean;
}

export const sessionCookieName = ({ prefix }: CookieSettings) => `${prefix}.session-token`;

export function readSessionCookie(header: string | undefined, settings: CookieSettings): string | undefined {
  if (header === undefined) return undefined;
  const name = sessionCookieName(settings);
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    const key = pair.slice(0, equals).trim();
    if (key === name || key === `__Secure-${name}`) return unquote(pair.slice(equals + 1).trim());
  }
  return undefined;
}

export function sessionCookie(token: string, maxAgeMs: number, settings: CookieSettings): string {
  const secure = settings.secure ? '; Secure' : '';
  const maxAge = Math.floor(maxAgeMs / 1000);
  return `${sessionCookieName(settings)}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

const unquote = (value: string) => (/^".*"$/.test(value) ? value.slice(1, -1) : value);
