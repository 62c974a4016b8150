import type { Provider } from '../code-event.ts';
import { bitbucket } from './bitbucket.ts';
import { forgejo, gitea } from './gitea.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import type { Headers, HostAdapter } from './host-adapter.ts';

/** Ordered for detection: Forgejo also sends Gitea's headers, and both also send GitHub's. */
const hosts: readonly HostAdapter[] = [forgejo, gitea, gitlab, bitbucket, github];

export const getHostAdapter = (name: Provider) => hosts.find((host) => host.name === name) as HostAdapter;

/** A request without the headers of any host is parsed as GitHub's. */
export const detectHost = (headers: Headers) => hosts.find((host) => host.matchesHeaders(headers)) ?? github;
