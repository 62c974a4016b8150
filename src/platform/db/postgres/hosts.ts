const severalHosts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+)(.*)$/s;

/** `postgres://user@a:5432,b:5432/docket` as one address for each host. */
export function urlsOfHosts(url: string): string[] {
  const [, login = '', hosts = '', rest = ''] = severalHosts.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => `${login}${host}${rest}`);
}

/** What messages may show of an address, which may contain a password. */
export const hostsOf = (url: string) =>
  urlsOfHosts(url)
    .map((one) => new URL(one).host)
    .join(', ');
