export interface CookieSettings {
  /** `docket` gives the cookie `docket.session-token`. */
  prefix: string;
  /** Docket is served over https, so the cookie gets the Secure attribute. */
  secure: boolean;
}

export const sessionCookieName = ({ prefix }: CookieSettings) => `${prefix}.session-token`;

export function readSessionCookie(header: string | undefined, settings: CookieSettings): string | undefined {
  const value = header === undefined ? undefined : patternOf(settings).exec(header)?.[1];
  return value === undefined ? undefined : unquote(value.trim());
}

const patterns = new Map<string, RegExp>();

/** Compiled once per prefix, because every request uses it. */
function patternOf(settings: CookieSettings): RegExp {
  const known = patterns.get(settings.prefix);
  if (known) return known;
  const name = RegExp.escape(sessionCookieName(settings));
  const pattern = new RegExp(`(?:^|;)\\s*(?:__Secure-)?${name}\\s*=([^;]*)`);
  patterns.set(settings.prefix, pattern);
  return pattern;
}

export function sessionCookie(token: string, maxAgeMs: number, settings: CookieSettings): string {
  const secure = settings.secure ? '; Secure' : '';
  const maxAge = Math.floor(maxAgeMs / 1000);
  return `${sessionCookieName(settings)}=${token}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

const unquote = (value: string) => (/^".*"$/.test(value) ? value.slice(1, -1) : value);
