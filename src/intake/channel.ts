/** The ways into the triage of a project. */
export const channelKinds = ['form', 'webhook', 'mail'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export interface Channel {
  id: string;
  projectId: string;
  kind: ChannelKind;
  tokenHash: string;
  tokenSealed: string;
  createdBy: string | null;
  createdAt: number;
}

/** What a stranger sends, cleaned. */
export interface Submission {
  title: string;
  text: string;
  name: string | null;
  email: string | null;
}

export const submissionLimits = { titleLength: 500, textLength: 20_000, nameLength: 200, emailLength: 320 };
