import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { audiences } from '../../packages/docs-drafts/index.ts';
import { command, optionalText, optionalWord, requiredText, wholeNumber } from './command.ts';
import { newProgressBar } from './progress-bar.ts';

export const docs = command({
  arguments: {},
  options: {
    repo: requiredText('OWNER/NAME', 'The repository, local or on a code host.'),
    base: requiredText('REF', 'The branch, tag or commit to compare from.'),
    head: requiredText('REF', 'The branch, tag or commit to compare to.'),
    audience: optionalWord('WHO', audiences, 'Who the drafts are for. Default: both. One of'),
    ticket: optionalText('KEY', 'The ticket to name in the front matter.'),
    pr: wholeNumber(0, 2_147_483_647, 0, 'The pull request of the change.'),
    out: optionalText('FOLDER', 'The folder to write the pages to. Default: print them.'),
  },
  examples: [
    'docket docs --repo acme/site --base v1.0.0 --head main',
    'LOCAL_REPOSITORIES=/srv/git docket docs --repo acme/site --base v1.0.0 --head main --out site --json',
  ],
  run: async ({ repo, base, head, audience, ticket, pr, out }, { config }) => {
    const { draftWithoutAccount } = await import('../docs-generation/index.ts');
    const { docsSettings } = await import('../composition/docs-settings.ts');
    let progress = newProgressBar('files', 0);
    const { summary, docs: pages } = await draftWithoutAccount(
      docsSettings(config),
      {
        repo,
        base,
        head,
        audience: audience ?? 'both',
        ticketId: ticket,
        prNumber: pr === 0 ? undefined : pr,
      },
      ({ step, done, total }) => {
        if (step !== 'reading') return;
        if (done === 0) progress = newProgressBar('files', total);
        progress.show(done);
      },
    ).finally(() => progress.end());
    if (out === undefined)
      return {
        json: { summary, docs: pages },
        text: `${pages.map(({ path: name, content }) => `${name}\n\n${content}`).join('\n')}\n${summary}\n`,
      };
    for (const { path: name, content } of pages) {
      const file = path.join(out, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    const written = pages.map(({ path: name }) => name);
    return {
      json: { summary, written },
      text: `${written.map((name) => `wrote ${path.join(out, name)}\n`).join('')}${summary}\n`,
    };
  },
});
