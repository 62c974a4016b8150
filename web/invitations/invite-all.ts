import type { Invitation } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { sentenceOf } from '../parts/forms/refusal.ts';

export type InvitedRole = NonNullable<Invitation['role']>;

/** What became of one address. */
export type Invited = { email: string } & (
  | { state: 'added' | 'member'; name: string }
  | { state: 'mailed' }
  | { state: 'linked'; url: string }
  | { state: 'refused'; reason: string }
);

/** A person with an account, who needs no invitation. `add` is missing if they are a member already. */
export interface Account {
  name: string;
  add?: (role: InvitedRole) => Promise<unknown>;
}

export interface InviteOptions {
  /** Without it, people are invited to the instance. */
  projectId?: string | undefined;
  role?: InvitedRole | undefined;
  findAccount?: ((email: string) => Promise<Account | undefined>) | undefined;
}

/** Adds those who have an account and invites the others, one after the other. One refusal does not stop the rest. */
export async function inviteAll(emails: readonly string[], options: InviteOptions): Promise<Invited[]> {
  const outcomes: Invited[] = [];
  for (const email of emails) {
    outcomes.push(
      await inviteOne(email, options).catch(
        (error: unknown): Invited => ({ email, state: 'refused', reason: sentenceOf(error) }),
      ),
    );
  }
  return outcomes;
}

async function inviteOne(
  email: string,
  { projectId, role = 'member', findAccount }: InviteOptions,
): Promise<Invited> {
  const account = await findAccount?.(email);
  if (account) {
    await account.add?.(role);
    return { email, state: account.add ? 'added' : 'member', name: account.name };
  }
  const body = { email, ...(projectId !== undefined && { projectId, role }) };
  const { url } = (await api.createInvitation({ body })).data;
  // If mail is configured, only the mail has the link.
  return url === undefined ? { email, state: 'mailed' } : { email, state: 'linked', url };
}
