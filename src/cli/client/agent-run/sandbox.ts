import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from '../../command.ts';
import { unwrapped, type Wrap } from './work-folder/git.ts';

export const sandboxModes = ['auto', 'require', 'off'] as const;
export type SandboxMode = (typeof sandboxModes)[number];

export interface Sandbox {
  /** One sentence for the person who starts the runner. */
  description: string;
  /** How to start programs that may write in these folders alone. */
  confine(folders: Confinement): Wrap;
}

export interface Confinement {
  writable: string[];
}

/** Keys and sign-ins of the person, in their home folder; not readable within the sandbox. */
const secrets = [
  '.ssh',
  '.gnupg',
  '.netrc',
  '.git-credentials',
  '.config/git/credentials',
  '.config/gh',
  '.config/glab-cli',
  '.config/docket',
  '.config/gcloud',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
];
/** Sockets of programs that would run commands outside the sandbox. */
const sockets = ['/run/user', '/run/docker.sock', '/run/podman', '/run/containerd', '/run/dbus'];
const variables = ['SSH_AUTH_SOCK', 'DBUS_SESSION_BUS_ADDRESS', 'GPG_AGENT_INFO', 'XDG_RUNTIME_DIR'];

/**
 * Everything is visible, read-only. Capabilities are dropped because root would mount it writable again. No `--new-session`:
 * the programs have no terminal, and signals to their group must reach them.
 */
const basics = [
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
  ...['--unshare-pid', '--unshare-ipc', '--cap-drop', 'ALL', '--die-with-parent'],
];

/** Looks whether bubblewrap works here. With `require` it must. */
export function openSandbox(
  mode: SandboxMode,
  environment: NodeJS.ProcessEnv,
  alsoWritable: string[],
): Sandbox {
  if (mode === 'off') return unconfined('Not confined: --sandbox off. Programs may do whatever you may.');
  const { error, status, stderr } = spawnSync('bwrap', [...basics, 'true'], {
    env: environment,
    encoding: 'utf8',
  });
  if (error || status !== 0) {
    const reason = error
      ? 'bubblewrap (bwrap) is not installed'
      : `bubblewrap does not work here: ${stderr.trim().slice(0, 300)}`;
    if (mode === 'require')
      throw new UsageError(`--sandbox require: ${reason}. Install it, or use --sandbox off.`);
    return unconfined(`Not confined: ${reason}. Programs may do whatever you may.`);
  }
  const home = environment.HOME || homedir();
  const writable = alsoWritable.map((place) => place.replace(/^~(?=\/|$)/, home));
  const hidden = [...secrets.map((name) => path.join(home, name)), ...sockets];
  return {
    description: `Confined by bubblewrap: writable are the folder of the task, /tmp (its own)${writable.map((place) => ` and ${place}`).join('')}; the rest is read-only, ${secrets.map((name) => `~/${name}`).join(', ')} are hidden. The network is not confined.`,
    confine: (folders) => {
      const args = [...basics, ...confinementArgs(hidden, writable, folders)];
      return (program, rest) => ['bwrap', [...args, '--', program, ...rest]];
    },
  };
}

const unconfined = (description: string): Sandbox => ({ description, confine: () => unwrapped });

/** Later arguments win: hidden places first, so that a folder below them can be made writable. */
function confinementArgs(hidden: string[], alsoWritable: string[], { writable }: Confinement): string[] {
  const args = variables.flatMap((name) => ['--unsetenv', name]);
  args.push('--setenv', 'TMPDIR', '/tmp');
  for (const place of hidden.filter(existsSync).map((name) => realpathSync(name)))
    args.push(...(lstatSync(place).isDirectory() ? ['--tmpfs', place] : ['--ro-bind', '/dev/null', place]));
  for (const place of alsoWritable) {
    // An agent that was never started has no folder yet; within the sandbox it could not create it.
    if (!existsSync(place) && !path.basename(place).includes('.json')) mkdirSync(place, { recursive: true });
  }
  for (const place of [...alsoWritable, ...writable].filter(existsSync)) args.push('--bind', place, place);
  return args;
}
