/** Commands of other products, each with one of the options that its users write in documentation. */
const commands: Readonly<Record<string, string>> = {
  apk: '--no-cache',
  apt: '--yes',
  'apt-get': '--no-install-recommends',
  aws: '--region',
  az: '--resource-group',
  brew: '--cask',
  bun: '--watch',
  bunx: '--bun',
  cargo: '--release',
  cmake: '--build',
  composer: '--no-dev',
  conda: '--channel',
  cosign: '--certificate-identity',
  curl: '--header',
  deno: '--allow-read',
  docker: '--name',
  'docker-compose': '--file',
  dotnet: '--global',
  eslint: '--fix',
  gcloud: '--project',
  gh: '--repo',
  git: '--branch',
  go: '--tags',
  gpg: '--verify',
  gunicorn: '--workers',
  helm: '--set',
  jest: '--coverage',
  jq: '--raw-output',
  kind: '--config',
  kubectl: '--namespace',
  lerna: '--scope',
  ls: '--all',
  make: '--jobs',
  minikube: '--driver',
  mkdir: '--parents',
  mocha: '--require',
  nginx: '--version',
  node: '--inspect',
  npm: '--save-dev',
  openssl: '--help',
  pip: '--upgrade',
  pip3: '--user',
  pipx: '--spec',
  playwright: '--with-deps',
  pnpm: '--filter',
  podman: '--rm',
  poetry: '--with',
  pre_commit: '--all-files',
  prettier: '--write',
  psql: '--username',
  pytest: '--verbose',
  python: '--version',
  python3: '--version',
  redis_server: '--port',
  ruff: '--fix',
  ssh: '--help',
  sudo: '--user',
  systemctl: '--user',
  tar: '--extract',
  terraform: '--auto-approve',
  tsc: '--noEmit',
  uv: '--all-extras',
  vitest: '--run',
  webpack: '--mode',
  wget: '--quiet',
  yarn: '--dev',
};

/** Variables that other products define, with the product. */
const variables: Readonly<Record<string, string>> = {
  NODE_: 'Node.js',
  NPM_: 'npm',
  YARN_: 'Yarn',
  PNPM_: 'pnpm',
  GIT_: 'git',
  GITHUB_: 'GitHub Actions',
  GITLAB_: 'GitLab',
  CI_: 'GitLab CI',
  AWS_: 'AWS',
  AZURE_: 'Azure',
  GOOGLE_: 'Google Cloud',
  GCLOUD_: 'Google Cloud',
  DOCKER_: 'Docker',
  COMPOSE_: 'Docker Compose',
  KUBERNETES_: 'Kubernetes',
  POSTGRES_: 'PostgreSQL',
  MYSQL_: 'MySQL',
  PYTHON: 'Python',
  PIP_: 'pip',
  HTTP_: 'curl',
  HTTPS_: 'curl',
  NO_: 'no-color.org, curl',
  FORCE_: 'force-color.org',
  SSL_: 'OpenSSL',
  XDG_: 'freedesktop.org',
  LC_: 'POSIX',
  VERCEL_: 'Vercel',
  NETLIFY_: 'Netlify',
  OTEL_: 'OpenTelemetry',
  GO: 'Go',
};

export const isForeignVariable = (name: string) =>
  Object.keys(variables).some((prefix) => name.startsWith(prefix));

export const isShell = (language: string) =>
  /^(?:|sh|shell|bash|zsh|fish|console|shell-?session|terminal|text|txt|powershell|ps1|cmd|bat|dockerfile|ya?ml|json[c5]?)$/.test(
    language,
  );

const runners =
  /^(?:npx|pnpx|sudo|exec|time|env|cross-env|npm exec|pnpm exec|pnpm dlx|yarn dlx|yarn exec|bunx|uvx|poetry run|uv run|pipx run|dotenv)$/;

/** True if the text in front of an option is a command of another product. */
export function foreignCommand(text: string, ownNames: ReadonlySet<string>): boolean {
  const last = text.split(/&&|\|\||[|;]|\$\(/).at(-1) ?? '';
  const words = last
    .trim()
    .replace(/^(?:\$|#|>|%|PS>|RUN|CMD|-)\s+/, '')
    .split(/\s+/)
    .filter((word) => !/^\w+=/.test(word));
  for (let at = 0; at < words.length; at++) {
    const pair = `${words[at]} ${words[at + 1] ?? ''}`;
    if (runners.test(pair)) at++;
    else if (!runners.test(words[at] as string)) {
      const word = (words[at] as string).replace(/^.*\//, '').replace(/@.*$/, '');
      const rest = words.slice(at + 1);
      return Object.hasOwn(commands, word.replaceAll('-', '_')) || Object.hasOwn(commands, word)
        ? !ownNames.has(word) &&
            !rest.some((other) => ownNames.has(other.replace(/^.*\//, '').replace(/[@:].*$/, '')))
        : false;
    }
  }
  return false;
}
