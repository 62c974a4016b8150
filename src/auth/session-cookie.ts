export interface CookieSettings {
  /** `docket` gives the cookie `docket.session-token`. */
  prefix: string;
  /** Docket is served over https, so the cookie gets the Secure attribute. */
  secure: boolean;
}

export const sessionCookieName = ({ prefix }: CookieSettings) => `${prefix}.session-token`;
const stepCookieName = ({ prefix }: CookieSettings) => `${prefix}.sign-in-step`;

export const readSessionCookie = (header: string | undefined, settings: CookieSettings) =>
  readCookie(header, sessionCookieName(settings));

export const sessionCookie = (token: string, maxAgeMs: number, settings: CookieSettings) =>
  formatCookie(sessionCookieName(settings), token, '/', maxAgeMs, settings);

/** The cookie that ties the steps of a sign-in to one browser. */
export const readStepCookie = (header: string | undefined, settings: CookieSettings) =>
  readCookie(header, stepCookieName(settings));

export const stepCookie = (token: string, maxAgeMs: number, settings: CookieSettings) =>
  formatCookie(stepCookieName(settings), token, '/api', maxAgeMs, settings);

function readCookie(header: string | undefined, name: string): string | undefined {
  const value = header === undefined ? undefined : cookiePattern(name).exec(header)?.[1];
  return value === undefined ? undefined : unquote(value.trim());
}

const patterns = new Map<string, RegExp>();

/** Compiled once per name, because every request uses it. */
function cookiePattern(name: string): RegExp {
  const known = patterns.get(name);
  if (known) return known;
  const pattern = new RegExp(`(?:^|;)\\s*(?:__Secure-)?${RegExp.escape(name)}\\s*=([^;]*)`);
  patterns.set(name, pattern);
  return pattern;
}

function formatCookie(name: string, value: string, path: string, maxAgeMs: number, settings: CookieSettings) {
  const secure = settings.secure ? '; Secure' : '';
  const maxAge = Math.floor(maxAgeMs / 1000);
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

const unquote = (value: string) => (/^".*"$/.test(value) ? value.slice(1, -1) : value);
