import type { Provider } from '../code-event.ts';
import { bitbucket } from './bitbucket.ts';
import { forgejo, gitea } from './gitea.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import type { CodeHost, Headers } from './host.ts';

/** In this order: Forgejo sends Gitea's headers too, and both send GitHub's. */
const hosts: readonly CodeHost[] = [forgejo, gitea, gitlab, bitbucket, github];

export const hostNamed = (name: Provider) => hosts.find((host) => host.name === name) as CodeHost;

/** Told apart by their headers; a sender without any is taken to speak as GitHub does. */
export const hostOf = (headers: Headers) => hosts.find((host) => host.isSender(headers)) ?? github;
