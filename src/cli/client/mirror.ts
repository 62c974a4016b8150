import { createClient, followEvents, retryingFetch } from '../../../sdk/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { clientCommand, flag, optionalText, requiredText } from '../command.ts';
import { urlOption } from './common-options.ts';
import { connect, findConnection } from './connection.ts';
import { findProjectId } from './find-names.ts';
import { MirrorRepository } from './mirror/mirror-repository.ts';
import { TicketMirror } from './mirror/mirror-tickets.ts';

/** Keeps a git repository with a Markdown file for each ticket. */
export const mirror = clientCommand({
  arguments: {
    folder: requiredText('DIR', 'The git repository: a new or empty folder, or an earlier mirror.'),
  },
  options: {
    project: optionalText('KEY', 'Only tickets of this project. Default: all that you may read.'),
    watch: flag('Go on with each new event, until Ctrl-C.'),
    url: urlOption,
  },
  examples: ['docket mirror tickets', 'docket mirror app-tickets --project APP --watch'],
  run: async ({ folder, project, watch, url }, context) => {
    const { url: baseUrl, apiKey } = await findConnection(context, url);
    const first = await connect(context, url);
    const { data: boot } = await first.getBoot();
    const projectId = project === undefined ? undefined : await findProjectId(first, project);
    // A large mirror makes more requests than a minute allows.
    const retrying = retryingFetch({ attemptsMax: 10, waitMsMax: 60_000 });
    const client = createClient({ baseUrl, apiKey, fetch: retrying });
    const repository = await MirrorRepository.open({
      folder,
      server: baseUrl,
      project: projectId ?? null,
      programs: context.environment.PATH,
    });
    try {
      const tickets = new TicketMirror({ client, repository, projectId, now: systemClock.now });
      tickets.learnNames(boot);
      await tickets.learnTasks();
      if (repository.cursor === undefined) await tickets.takeSnapshot();
      const end = watch ? undefined : await tickets.findNewest();
      if (watch) context.prompt.remark(`Following ${baseUrl}. Stop with Ctrl-C.`);
      const stopping = new AbortController();
      const stop = () => stopping.abort();
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
      try {
        for await (const followed of followEvents({
          ...{ baseUrl, apiKey, signal: stopping.signal, after: repository.cursor as string },
          ...(projectId !== undefined && { projects: [projectId] }),
          onPosition: (position) => isReached(position, end) && stop(),
        })) {
          await tickets.apply(followed);
          if (stopping.signal.aborted || isReached(followed.position, end)) break;
        }
      } finally {
        process.off('SIGINT', stop);
        process.off('SIGTERM', stop);
      }
      await repository.pack();
      const { commits } = tickets;
      const count = repository.files.size;
      return {
        json: { folder, tickets: count, commits, cursor: repository.cursor },
        text: `${folder} has ${count} ${count === 1 ? 'ticket' : 'tickets'}; ${commits} ${commits === 1 ? 'commit' : 'commits'} added.\n`,
      };
    } finally {
      await repository.close();
    }
  },
});

/** Positions are `<transaction>-<number>`, and ordered by both. */
function isReached(position: string | undefined, end: string | undefined): boolean {
  if (position === undefined || end === undefined) return false;
  const [[xid = 0, seq = 0], [endXid = 0, endSeq = 0]] = [position, end].map((text) =>
    text.split('-').map(Number),
  ) as [number[], number[]];
  return xid > endXid || (xid === endXid && seq >= endSeq);
}
