/** A remote repository and how to sign in to it. */
export interface GitAccess {
  url: string;
  username?: string;
  password?: string;
}

/** Set in the environment, so that neither the arguments of a process nor .git/config contain the password. */
const helper =
  '!f() { test "$1" = get && printf "username=%s\\npassword=%s\\n" "$DOCKET_GIT_USERNAME" "$DOCKET_GIT_PASSWORD"; }; f';

/**
 * Environment in which git knows the remote `origin` and signs in to it. The credential helpers of the person are not
 * asked for this server, and the password is not given to any other.
 */
export function gitEnvironment(
  environment: NodeJS.ProcessEnv,
  { url, username, password }: GitAccess,
  more: Record<string, string> = {},
): NodeJS.ProcessEnv {
  const settings: [string, string][] = [
    ['remote.origin.url', url],
    ['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
    ['push.default', 'current'],
    ['gc.auto', '0'],
    ...Object.entries(more),
  ];
  if (password !== undefined) {
    const { origin } = new URL(url);
    settings.push([`credential.${origin}.helper`, ''], [`credential.${origin}.helper`, helper]);
  }
  const first = Number(environment.GIT_CONFIG_COUNT) || 0;
  const numbered = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key],
    [`GIT_CONFIG_VALUE_${first + index}`, value],
  ]);
  return {
    ...environment,
    ...Object.fromEntries(numbered),
    GIT_CONFIG_COUNT: String(first + settings.length),
    GIT_TERMINAL_PROMPT: '0',
    ...(password !== undefined && {
      DOCKET_GIT_USERNAME: username ?? 'docket',
      DOCKET_GIT_PASSWORD: password,
    }),
  };
}
