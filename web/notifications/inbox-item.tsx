import type { AgentTaskItem } from '../../sdk/index.ts';
import { AnswerQuestion, useAgentName, useTaskRefusals } from '../agent-tasks/index.ts';
import { m } from '../messages/index.ts';
import { classes } from '../parts/classes.ts';
import { Button } from '../parts/controls/button.tsx';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { formatDateTime } from '../parts/dates/dates.ts';
import { returnAt, snoozeTimes } from '../parts/dates/return-at.ts';
import { Avatar } from '../parts/display/avatar.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { ChooseTime } from '../parts/forms/choose-time.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { Menu } from '../parts/popups/menu.tsx';
import { MenuItem } from '../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../parts/popups/menu-separator.tsx';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { startOfDay, usePerson } from '../replica/index.ts';
import { addressOf, describeNotification, quoteOf } from './describe-notification.ts';
import type { InboxEntry } from './group-notifications.ts';
import { wakeEntry } from './mark-notifications.ts';

interface InboxItemProps {
  entry: InboxEntry;
  isActive: boolean;
  isOpen: boolean;
  /** The task whose agent still waits for an answer. */
  question: AgentTaskItem | undefined;
  isAnswering: boolean;
  onOpen(): void;
  onAnswer(): void;
  onToggle(): void;
  onSnooze(untilMs: number): void;
  /** Undefined in the list of what is done. */
  onDone: (() => void) | undefined;
  onRemove(): void;
}

export function InboxItem(props: InboxItemProps) {
  const { entry, isActive, isOpen, question, isAnswering, onOpen, onAnswer } = props;
  const { id, newest, earlier, isRead } = entry;
  const { ticket, project, actor, kind, createdAt, snoozedUntil } = newest;
  const quoted = quoteOf(newest);
  const person = usePerson(actor?.id ?? '');
  return (
    <li className={classes('inbox-item', isActive && 'inbox-item-active', !isRead && 'inbox-item-unread')}>
      <a
        id={`inbox-${id}`}
        className="inbox-link"
        href={addressOf(newest)}
        aria-current={isOpen || undefined}
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
        {kind === 'reminder' ? (
          <span className="inbox-bell">
            <Icon name="bell" />
          </span>
        ) : (
          <Avatar id={actor?.id} name={actor?.name ?? ''} image={person?.image} agent={person?.isAgent} />
        )}
        <span className="inbox-text">
          <span className="inbox-title">
            {ticket?.key && <span className="inbox-key figures">{ticket.key}</span>}
            {ticket?.title ?? project?.name}
          </span>
          <span className="inbox-message">
            {describeNotification(newest)}
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
      {question && (
        <Button icon="reply" aria-expanded={isAnswering} onClick={onAnswer}>
          {m.notifications.answer}
        </Button>
      )}
      <Actions {...props} />
      {question && isAnswering && <Question task={question} />}
    </li>
  );
}

function Actions({ entry, onToggle, onSnooze, onDone, onRemove }: InboxItemProps) {
  const { newest, isRead } = entry;
  if (newest.snoozedUntil !== undefined)
    return (
      <span className="inbox-actions">
        <IconButton icon="undo" label={m.notifications.wake} onClick={() => void wakeEntry(entry)} />
      </span>
    );
  return (
    <span className="inbox-actions">
      <EntryMenu {...{ entry, onToggle, onSnooze, onDone, onRemove }} />
      <span className="inbox-quick">
        <IconButton
          icon={isRead ? 'mail' : 'check'}
          label={isRead ? m.notifications.markUnread : m.notifications.markRead}
          onClick={onToggle}
        />
        {onDone && <IconButton icon="archive" label={m.notifications.markDone} onClick={onDone} />}
      </span>
    </span>
  );
}

function Question({ task }: { task: AgentTaskItem }) {
  const agent = useAgentName(task);
  const { manage } = useTaskRefusals(task);
  return (
    <div className="inbox-question">
      <AnswerQuestion task={task} agent={agent} mayNot={manage} />
    </div>
  );
}

type MenuProps = Pick<InboxItemProps, 'entry' | 'onToggle' | 'onSnooze' | 'onDone' | 'onRemove'>;

/** Everything that can be done with an entry; on a phone there is no room for more than this. */
function EntryMenu({ entry, onToggle, onSnooze, onDone, onRemove }: MenuProps) {
  const { id, isRead } = entry;
  const text = m.notifications;
  return (
    <Menu
      label={text.actions}
      align="end"
      trigger={<IconButton id={`actions-${id}`} icon="more" label={text.actions} />}
    >
      {snoozeTimes.map((time) => (
        <MenuItem key={time} icon="clock" onSelect={() => onSnooze(returnAt(time, Date.now(), startOfDay))}>
          {text.snoozeTimes[time]}
        </MenuItem>
      ))}
      <MenuItem
        icon="calendar"
        onSelect={() =>
          openDialog(
            { title: text.snooze },
            <ChooseTime submit={text.snooze} startOf={startOfDay} onChoose={onSnooze} />,
          )
        }
      >
        {text.remind.choose}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={isRead ? 'mail' : 'check'} keys={isRead ? 'u' : 'e'} onSelect={onToggle}>
        {isRead ? text.markUnread : text.markRead}
      </MenuItem>
      {onDone && (
        <MenuItem icon="archive" keys="Backspace" onSelect={onDone}>
          {text.markDone}
        </MenuItem>
      )}
      <MenuItem icon="trash" keys="Delete" onSelect={onRemove}>
        {text.remove}
      </MenuItem>
    </Menu>
  );
}
