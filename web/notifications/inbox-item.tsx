import { m } from '../messages/index.ts';
import { classes } from '../parts/classes.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { formatDateTime } from '../parts/dates/dates.ts';
import { Avatar } from '../parts/display/avatar.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Menu } from '../parts/popups/menu.tsx';
import { MenuItem } from '../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../parts/popups/menu-separator.tsx';
import { usePerson } from '../replica/index.ts';
import { type InboxEntry, messageWithoutTicket } from './group-notifications.ts';
import { snoozeTimes } from './snooze.ts';
import { snoozeEntry, wakeEntry } from './use-snoozed.ts';

interface InboxItemProps {
  entry: InboxEntry;
  isActive: boolean;
  /** Set in the list of snoozed entries. */
  snoozedUntil: number | undefined;
  onOpen(): void;
  onToggle(): void;
  onRemove(): void;
}

export function InboxItem({ entry, isActive, snoozedUntil, onOpen, onToggle, onRemove }: InboxItemProps) {
  const { id, newest, earlier, isRead } = entry;
  const { kind, ticket, project, actor, comment, task, createdAt } = newest;
  const quoted = comment?.excerpt ?? task?.excerpt;
  const person = usePerson(actor?.id ?? '');
  const key = ticket?.key ?? ticket?.id;
  return (
    <li className={classes('inbox-item', isActive && 'inbox-item-active', !isRead && 'inbox-item-unread')}>
      <a
        id={`inbox-${id}`}
        className="inbox-link"
        href={key ? `/t/${key}` : `/p/${project?.key ?? ''}/board`}
        onClick={(event) => {
          // Lets the browser open the link in another tab or window.
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen();
        }}
      >
        <span className="inbox-mark">
          {!isRead && <span className="said">{m.notifications.unreadMark}</span>}
        </span>
        <Avatar id={actor?.id} name={actor?.name ?? ''} image={person?.image} />
        <span className="inbox-text">
          <span className="inbox-title">
            {ticket?.key && <span className="inbox-key figures">{ticket.key}</span>}
            {ticket?.title ?? project?.name}
          </span>
          <span className="inbox-message">
            {task ? m.notifications.ofTask(kind, actor?.name, task.title) : messageWithoutTicket(newest)}
            {quoted && ` “${quoted}”`}
          </span>
        </span>
        {earlier.length > 0 && <span className="inbox-earlier">{m.notifications.more(earlier.length)}</span>}
        {snoozedUntil === undefined ? (
          <RelativeTime at={createdAt} className="inbox-time" />
        ) : (
          <span className="inbox-time">{m.notifications.until(formatDateTime(snoozedUntil))}</span>
        )}
      </a>
      <span className="inbox-actions">
        {snoozedUntil === undefined ? (
          <EntryMenu entry={entry} onToggle={onToggle} onRemove={onRemove} />
        ) : (
          <IconButton icon="undo" label={m.notifications.wake} onClick={() => wakeEntry(id)} />
        )}
        <span className="inbox-quick">
          <IconButton
            icon={isRead ? 'mail' : 'check'}
            label={isRead ? m.notifications.markUnread : m.notifications.markRead}
            onClick={onToggle}
          />
          <IconButton icon="close" label={m.words.remove} onClick={onRemove} />
        </span>
      </span>
    </li>
  );
}

/** Everything that can be done with an entry; on a phone there is no room for more than this. */
function EntryMenu({ entry, onToggle, onRemove }: Pick<InboxItemProps, 'entry' | 'onToggle' | 'onRemove'>) {
  const { id, isRead } = entry;
  return (
    <Menu
      label={m.notifications.actions}
      align="end"
      trigger={<IconButton id={`actions-${id}`} icon="more" label={m.notifications.actions} />}
    >
      {snoozeTimes.map((time) => (
        <MenuItem key={time} icon="clock" onSelect={() => snoozeEntry(entry, time)}>
          {m.notifications.snoozeTimes[time]}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={isRead ? 'mail' : 'check'} keys={isRead ? 'u' : 'e'} onSelect={onToggle}>
        {isRead ? m.notifications.markUnread : m.notifications.markRead}
      </MenuItem>
      <MenuItem icon="close" keys="Delete" onSelect={onRemove}>
        {m.words.remove}
      </MenuItem>
    </Menu>
  );
}
