import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { InstanceUser, Operations } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { openNewLink } from '../invitations/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { Select } from '../parts/controls/select.tsx';
import { TextInput } from '../parts/controls/text-input.tsx';
import { Avatar } from '../parts/display/avatar.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { SecretOnce } from '../parts/display/secret-once.tsx';
import { Section } from '../parts/display/section.tsx';
import { ShowMore } from '../parts/display/show-more.tsx';
import { attempt } from '../parts/forms/attempt.ts';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { Menu } from '../parts/popups/menu.tsx';
import { MenuItem } from '../parts/popups/menu-item.tsx';
import { ask } from '../parts/popups/open-dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { useBoot, useMe } from '../replica/index.ts';
import { InstancePage } from './instance-page.tsx';
import { invitationsQuery, peopleKey, peopleQuery } from './instance-queries.ts';
import { openInviteDialog } from './invite-dialog.tsx';
import './people-page.css';

export function PeoplePage() {
  const isAdmin = useMe().role === 'ADMIN';
  return (
    <InstancePage title={m.instance.people}>
      {isAdmin && <People />}
      {isAdmin && <Invitations />}
    </InstancePage>
  );
}

const roles = ['ADMIN', 'USER', 'VIEWER'] as const;
type Change = NonNullable<Operations['updateInstanceUser']['body']>;

function People() {
  const queries = useQueryClient();
  const me = useMe();
  const [search, setSearch] = useState('');
  const [link, setLink] = useState<{ name: string; url: string }>();
  const query = useInfiniteQuery(peopleQuery(useDeferredValue(search)));
  const { data, error, refetch } = query;
  const people = data?.pages.flatMap((page) => page.data) ?? [];

  async function change(id: string, body: Change): Promise<void> {
    try {
      await api.updateInstanceUser({ params: { id }, body });
    } catch (failure) {
      showToast({ text: sentenceOf(failure), tone: 'refused' });
    }
    await queries.invalidateQueries({ queryKey: peopleKey });
  }

  async function makeLink({ id, name }: InstanceUser): Promise<void> {
    try {
      setLink({ name, url: (await api.createPasswordLink({ params: { id } })).data.url });
    } catch (failure) {
      showToast({ text: sentenceOf(failure), tone: 'refused' });
    }
  }

  const askToReset = ({ id, name }: InstanceUser) =>
    ask({
      title: m.instance.resetSecondFactor,
      text: m.instance.resetSecondFactorText(name),
      confirm: m.instance.resetSecondFactor,
      danger: true,
      onConfirm: async () => {
        await api.resetSecondFactor({ params: { id } });
        await queries.invalidateQueries({ queryKey: peopleKey });
      },
    });

  return (
    <Section
      title={m.instance.people}
      actions={
        <TextInput
          icon="search"
          type="search"
          aria-label={m.instance.searchPeople}
          placeholder={m.instance.searchPeople}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      }
    >
      {link && (
        <SecretOnce label={m.instance.passwordLink} secret={link.url} onDone={() => setLink(undefined)}>
          {m.instance.passwordLinkText(link.name)}
        </SecretOnce>
      )}
      {error && <Failure error={error} retry={() => void refetch()} small />}
      <DataTable
        label={m.instance.people}
        rows={people}
        columns={[
          {
            title: m.words.name,
            header: true,
            phone: 'main',
            cell: (person: InstanceUser) => (
              <span className="people-name">
                <Avatar id={person.id} name={person.name} image={person.image} />
                <span className="people-text">
                  {person.name} {!person.active && <Badge look="red">{m.instance.disabled}</Badge>}
                  {!person.emailVerified && <Badge>{m.instance.unverified}</Badge>}
                  <span className="people-email">{person.email}</span>
                </span>
              </span>
            ),
          },
          {
            title: m.words.role,
            cell: ({ id, name, role }) => (
              <Select
                aria-label={m.instance.roleOf(name)}
                value={role}
                onChange={(next) => void change(id, { role: next })}
                options={roles.map((value) => ({ value, label: m.instance.roles[value] }))}
              />
            ),
          },
          {
            title: m.words.lastSeen,
            phone: 'titled',
            cell: ({ lastSeenAt }) => (lastSeenAt ? <RelativeTime at={lastSeenAt} /> : m.instance.never),
          },
          {
            title: m.words.more,
            actions: true,
            cell: (person) => (
              <Menu
                label={m.instance.moreFor(person.name)}
                align="end"
                trigger={<IconButton icon="more" label={m.instance.moreFor(person.name)} />}
              >
                <MenuItem icon="key" onSelect={() => void makeLink(person)}>
                  {m.instance.makePasswordLink}
                </MenuItem>
                {!person.emailVerified && (
                  <MenuItem icon="mail" onSelect={() => void change(person.id, { emailVerified: true })}>
                    {m.instance.verifyEmail}
                  </MenuItem>
                )}
                {person.secondFactor && (
                  <MenuItem icon="lock" danger onSelect={() => askToReset(person)}>
                    {m.instance.resetSecondFactor}
                  </MenuItem>
                )}
                <MenuItem
                  icon={person.active ? 'lock' : 'check'}
                  danger={person.active}
                  disabled={person.id === me.id && m.instance.notYourself}
                  onSelect={() => void change(person.id, { active: !person.active })}
                >
                  {person.active ? m.instance.disable : m.instance.enable}
                </MenuItem>
              </Menu>
            ),
          },
        ]}
      />
      <ShowMore query={query} />
    </Section>
  );
}

function Invitations() {
  const queries = useQueryClient();
  const { data: invitations = [] } = useQuery(invitationsQuery());
  const settle = () => queries.invalidateQueries(invitationsQuery());
  const { instance } = useBoot();
  const invitationTexts = m.projects.settings.invitations;
  const pending = invitations.filter(({ status, project }) => status === 'pending' && project === null);
  return (
    <Section
      title={m.instance.invitations}
      text={m.instance.invitationsText}
      actions={
        <Button look="primary" icon="plus" onClick={() => openInviteDialog(() => void settle())}>
          {m.instance.invite}
        </Button>
      }
    >
      <DataTable
        label={m.instance.invitations}
        rows={pending}
        empty={<EmptyState icon="mail" title={m.instance.noInvitations} small />}
        columns={[
          { title: m.words.email, header: true, phone: 'main', cell: ({ email }) => email },
          { title: m.words.invitedBy, phone: 'titled', cell: ({ invitedBy }) => invitedBy.name },
          {
            title: m.users.expires,
            phone: 'titled',
            cell: ({ expiresAt }) => <RelativeTime at={expiresAt} />,
          },
          {
            title: m.instance.revoke,
            actions: true,
            cell: (invitation) => (
              <>
                <Button
                  look="quiet"
                  onClick={() => void openNewLink(invitation, instance.sendsMail).then(settle)}
                >
                  {instance.sendsMail ? invitationTexts.mailAgain : invitationTexts.newLink}
                </Button>
                <Button
                  look="quiet"
                  onClick={async () => {
                    await attempt(() => api.revokeInvitation({ params: { id: invitation.id } }));
                    await settle();
                  }}
                >
                  {m.instance.revoke}
                </Button>
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
