const severalHosts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+)(.*)$/s;

/** Splits `postgres://user@a:5432,b:5432/docket` into one URL for each host. */
export function urlsOfHosts(url: string): string[] {
  const [, login = '', hosts = '', rest = ''] = severalHosts.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => `${login}${host}${rest}`);
}

/** The hosts of a URL, for messages: the URL itself may contain a password. */
export const hostNames = (url: string) =>
  urlsOfHosts(url)
    .map((one) => new URL(one).host)
    .join(', ');
