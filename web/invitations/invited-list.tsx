import { m } from '../messages/index.ts';
import { CopyButton } from '../parts/controls/copy-button.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import type { Invited } from './invite-all.ts';
import './invited-list.css';

/** What became of each address. Links are there to be sent, so each can be copied, and all together. */
export function InvitedList({ invited }: { invited: readonly Invited[] }) {
  const texts = m.projects.settings.invitations;
  const links = invited.filter((one) => one.state === 'linked');
  return (
    <div className="invited">
      {links.length > 0 && <p>{texts.sendLinks(links.length)}</p>}
      <ul className="invited-list" aria-label={texts.outcome}>
        {invited.map((one) => (
          <li key={one.email} className="invited-item">
            <Icon name={one.state === 'refused' ? 'warning' : one.state === 'linked' ? 'link' : 'check'} />
            <span className="row-texts">
              <span>{one.email}</span>
              <span className="quiet">{sentence(one)}</span>
              {one.state === 'linked' && (
                <output className="invited-link clipped" aria-label={texts.linkFor(one.email)}>
                  {one.url}
                </output>
              )}
            </span>
            {one.state === 'linked' && (
              <CopyButton text={one.url} label={texts.copyLink(one.email)} look="plain" />
            )}
          </li>
        ))}
      </ul>
      {links.length > 1 && (
        <CopyButton
          text={links.map(({ email, url }) => `${email}: ${url}`).join('\n')}
          label={texts.copyAll}
          withText
        />
      )}
    </div>
  );
}

function sentence(one: Invited): string {
  const texts = m.projects.settings.invitations.states;
  switch (one.state) {
    case 'added':
    case 'member':
      return texts[one.state](one.name);
    case 'refused':
      return one.reason;
    default:
      return texts[one.state];
  }
}
