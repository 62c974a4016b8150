import { splitList } from '../platform/comma-list.ts';
import { BadConfiguration } from './bad-configuration.ts';

/** An OpenID Connect provider that people sign in with. */
export interface OidcProviderSettings {
  /** The name in the variables, in lower case. It is part of the provider's URLs in Docket. */
  id: string;
  label: string;
  issuer: string;
  clientId: string;
  /** Absent for a public client. */
  clientSecret: string | undefined;
  /** Undefined allows addresses of every domain. */
  allowedDomains: string[] | undefined;
  /** True if addresses count as verified although the provider does not state it. */
  trustsEmail: boolean;
}

const pattern =
  /^DOCKET_OIDC_([A-Z0-9]{1,30})_(ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL|ALLOWED_DOMAINS|TRUST_EMAIL)$/;
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** Reads the variables `DOCKET_OIDC_<NAME>_…` into providers, sorted by name. */
export function readOidcProviders(environment: Record<string, string | undefined>): OidcProviderSettings[] {
  const names = new Set<string>();
  for (const [variable, text] of Object.entries(environment)) {
    if (!variable.startsWith('DOCKET_OIDC_') || !text?.trim()) continue;
    const [, name] = pattern.exec(variable) ?? [];
    if (name === undefined)
      throw new BadConfiguration(
        `${variable} is unknown. A provider has DOCKET_OIDC_<NAME>_ISSUER, _CLIENT_ID, _CLIENT_SECRET, _LABEL, _ALLOWED_DOMAINS and _TRUST_EMAIL; its name has capital letters and digits.`,
      );
    names.add(name);
  }
  return [...names].sort().map((name) => readProvider(name, environment));
}

function readProvider(name: string, environment: Record<string, string | undefined>): OidcProviderSettings {
  const read = (part: string) => environment[`DOCKET_OIDC_${name}_${part}`]?.trim() || undefined;
  const fail = (part: string, problem: string): never => {
    throw new BadConfiguration(`DOCKET_OIDC_${name}_${part} ${problem}`);
  };
  const issuer = read('ISSUER') ?? fail('ISSUER', 'is missing.');
  if (!isIssuer(issuer))
    fail('ISSUER', 'must be an https address without query; http is allowed on this machine alone.');
  const label = read('LABEL') ?? name.charAt(0) + name.slice(1).toLowerCase();
  if (!/^[^\p{Cc}]{1,50}$/u.test(label)) fail('LABEL', 'must have 1 to 50 characters.');
  const domains = read('ALLOWED_DOMAINS');
  const allowedDomains = domains === undefined ? undefined : splitList(domains.toLowerCase());
  if (allowedDomains && !allowedDomains.every((entry) => domain.test(entry)))
    fail('ALLOWED_DOMAINS', 'must be a list of domains such as example.org, example.com.');
  const trust = read('TRUST_EMAIL') ?? '0';
  if (!['0', '1'].includes(trust)) fail('TRUST_EMAIL', 'must be 0 or 1.');
  if (trust === '1' && !allowedDomains) fail('TRUST_EMAIL', `needs DOCKET_OIDC_${name}_ALLOWED_DOMAINS.`);
  return {
    id: name.toLowerCase(),
    label,
    issuer,
    clientId: read('CLIENT_ID') ?? fail('CLIENT_ID', 'is missing.'),
    clientSecret: read('CLIENT_SECRET'),
    allowedDomains,
    trustsEmail: trust === '1',
  };
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  if (search || hash || username) return false;
  const isThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && isThisMachine);
}
