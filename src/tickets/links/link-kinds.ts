/** The things on a code host that can be linked to a ticket. */
export const linkKinds = ['commit', 'branch', 'pull_request', 'issue'] as const;
export type LinkKind = (typeof linkKinds)[number];

export const linkStates = ['open', 'draft', 'merged', 'closed', 'deleted'] as const;
export type LinkState = (typeof linkStates)[number];
