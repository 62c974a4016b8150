import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makePrivateFolder } from '../../../../platform/private-folder.ts';

/** The hooks of a client that git looks for. Each passes on to the repository's own hook of that name. */
const names = [
  'applypatch-msg',
  'pre-applypatch',
  'post-applypatch',
  'pre-commit',
  'pre-merge-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'pre-rebase',
  'post-checkout',
  'post-merge',
  'pre-push',
  'post-rewrite',
];

const script = (name: string) => `#!/bin/sh
# Written by docket agent run.
${name === 'prepare-commit-msg' ? trailers : ''}own=$(git config --local core.hooksPath) || own=$(git rev-parse --git-common-dir)/hooks
if [ -x "$own/${name}" ]; then exec "$own/${name}" "$@"; fi
`;

const trailers = `git interpret-trailers --in-place --if-exists addIfDifferent \\
  \${DOCKET_TICKET:+--trailer "Docket-Ticket: $DOCKET_TICKET"} --trailer "Docket-Task: $DOCKET_TASK_ID" "$1" || exit 1
`;

/** A folder for `core.hooksPath` whose prepare-commit-msg names the ticket and the task in each commit. */
export function writeCommitHooks(folder: string): void {
  makePrivateFolder(folder);
  for (const name of names) {
    const file = path.join(folder, name);
    writeFileSync(file, script(name));
    chmodSync(file, 0o755);
  }
}
