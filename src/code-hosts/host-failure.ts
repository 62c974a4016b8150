import { conflict, notFound, Refusal } from '../platform/errors.ts';
import type { RepositoryName } from './code-host.ts';
import { sayRepository } from './repository-name.ts';

export const repositoryNotFound = (repo: RepositoryName) => notFound(`Repository ${sayRepository(repo)}`);

export const refNotFound = (repo: RepositoryName, ref: string) =>
  notFound(`Ref ${ref} of ${sayRepository(repo)}`);

/** The change is larger than this instance takes: a fault of the input, with the limit in it. */
export const tooLarge = (what: 'commits' | 'files', limit: number) =>
  new Refusal('VALIDATION_ERROR', 'Invalid input data', {
    details: {
      head: [
        `Head has more than ${limit} ${what} that base lacks, which is the limit of this instance. Take a nearer base, or raise ${what === 'commits' ? 'DOCS_COMMITS_MAX' : 'DOCS_FILES_MAX'}`,
      ],
    },
  });

export const copyTooLarge = (bytesMax: number) =>
  new Refusal('VALIDATION_ERROR', 'Invalid input data', {
    details: {
      head: [
        `What git has to fetch for this range is more than ${Math.round(bytesMax / 1024 / 1024)} MB, which is the limit of this instance. Take a nearer base, or raise DOCS_COPY_MB_MAX`,
      ],
    },
  });

/** Somebody else was there between our look and our write: look again. */
export const branchMoved = (branch: string) =>
  conflict(`The branch ${branch} was changed by somebody else in this moment. Try again`);
