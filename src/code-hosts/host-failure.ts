import { conflict, notFound, Refusal } from '../platform/errors.ts';
import type { RepositoryName } from './code-host.ts';
import { formatRepositoryName } from './repository-name.ts';

export const repositoryNotFound = (repo: RepositoryName) =>
  notFound(`Repository ${formatRepositoryName(repo)}`);

export const refNotFound = (repo: RepositoryName, ref: string) =>
  notFound(`Ref ${ref} of ${formatRepositoryName(repo)}`);

export const tooLarge = (what: 'commits' | 'files', limit: number) =>
  new Refusal('VALIDATION_ERROR', 'Invalid input data', {
    details: {
      head: [
        `Head has more than ${limit} ${what} that base lacks, the limit of this instance. Choose a nearer base, or raise ${what === 'commits' ? 'DOCS_COMMITS_MAX' : 'DOCS_FILES_MAX'}`,
      ],
    },
  });

export const cloneTooLarge = (bytesMax: number) =>
  new Refusal('VALIDATION_ERROR', 'Invalid input data', {
    details: {
      head: [
        `This range needs git to fetch more than ${Math.round(bytesMax / 1024 / 1024)} MB, the limit of this instance. Choose a nearer base, or raise DOCS_COPY_MB_MAX`,
      ],
    },
  });

/** Another process moved the branch between our read and our write. */
export const branchMoved = (branch: string) =>
  conflict(`The branch ${branch} was changed by another process. Try again`);
