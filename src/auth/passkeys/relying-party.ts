/** The host for which passkeys are made, that of BASE_URL. Browsers use a passkey nowhere else. */
export interface RelyingParty {
  id: string;
  /** Scheme, host and port, as the browser names the page. */
  origin: string;
}

/**
 * Passkeys need BASE_URL: an https address with a name, or localhost. Browsers offer them neither over plain http nor for
 * IP addresses.
 */
export function findRelyingParty(baseUrl: string | undefined): RelyingParty | undefined {
  if (baseUrl === undefined) return undefined;
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  // `URL` writes IPv4 addresses in four numbers, whatever form they were given in, and IPv6 addresses in brackets.
  const isAddress = /^\[|^[\d.]+$/.test(hostname);
  return !isAddress && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : undefined;
}
