import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../../command.ts';
import type { ClientContext } from '../client-context.ts';
import { folderPattern, readFrontMatter } from '../mirror/ticket-file.ts';
import { escapeControls } from '../terminal-text.ts';
import { newGit, type RunGit } from './run-git.ts';
import { type Move, newFoundWork, type TaskWork, type TicketWork, type WorkSource } from './work.ts';

/** Reads tickets from a folder of `docket mirror`, and who moved them from its history. */
export async function newMirrorSource(context: ClientContext, folder: string): Promise<WorkSource> {
  const shown = escapeControls(folder);
  if ((await readFile(path.join(folder, '.docket-mirror.json')).catch(() => undefined)) === undefined)
    throw new UsageError(
      `${shown} is no mirror of Docket: it has no .docket-mirror.json. Make one with docket mirror.`,
    );
  const git = newGit(context, path.resolve(folder));
  return {
    where: `in the mirror ${shown}`,
    find: async ({ tickets }) => {
      const found = newFoundWork();
      for (const ref of tickets) {
        const work = await readTicket(git, folder, ref.toUpperCase());
        if (work) found.tickets.set(ref.toUpperCase(), work);
        for (const { id } of work?.tasks ?? []) found.tasks.set(id, work as TicketWork);
      }
      return found;
    },
  };
}

/** Keys come from commits and become paths, so only the characters of keys are allowed. */
async function readTicket(git: RunGit, folder: string, key: string): Promise<TicketWork | undefined> {
  const [, project = ''] = /^(.+)-[1-9]\d{0,9}$/.exec(key) ?? [];
  if (!folderPattern.test(project)) return undefined;
  const file = `${project}/${key}.md`;
  const front = readFrontMatter(await readFile(path.join(folder, file), 'utf8').catch(() => ''));
  const { id, title, status, work } = front;
  if (typeof id !== 'string' || typeof title !== 'string' || typeof status !== 'string') return undefined;
  return {
    ...{ id, key, title, status, links: undefined },
    // Tickets without tasks, and all of older mirrors, have none of this.
    tasks: Array.isArray(work) ? (work as TaskWork[]) : undefined,
    moves: await readMoves(git, file),
  };
}

/** A commit of a mirror has the person of its event as its author. */
async function readMoves(git: RunGit, file: string): Promise<Move[]> {
  const { out } = await git([
    'log',
    '-p',
    '-U0',
    '-G^status: ',
    '--no-textconv',
    '--no-ext-diff',
    '--format=%x00%aN%n%aI',
    '--',
    file,
  ]);
  return out.split('\0').flatMap((record) => {
    const [by, at = ''] = record.split('\n');
    const from = /^-status: "(\w+)"$/m.exec(record)?.[1];
    const to = /^\+status: "(\w+)"$/m.exec(record)?.[1];
    return from !== undefined && to !== undefined ? [{ from, to, by, at }] : [];
  });
}
