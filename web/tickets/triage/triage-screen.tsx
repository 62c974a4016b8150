import { useEffect, useRef, useState } from 'react';
import type { BootProject } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { Button } from '../../parts/controls/button.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Segmented } from '../../parts/controls/segmented.tsx';
import { formatDateTime } from '../../parts/dates/dates.ts';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { RelativeTime } from '../../parts/display/relative-time.tsx';
import { Screen } from '../../parts/display/screen.tsx';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { useKeys } from '../../parts/keys/keys.ts';
import { ProjectCrumb, ProjectTabs } from '../../projects/index.ts';
import { type TicketRow, usePerson, useRow, useView } from '../../replica/index.ts';
import { Link, navigate, useSearchText } from '../../router/index.ts';
import { ListFailure } from '../list/list-failure.tsx';
import { ofProject } from '../project-screen.tsx';
import { useLateTicket } from '../ticket/late-ticket.ts';
import { useVerbKeys } from '../verbs/use-verb-keys.ts';
import './triage-screen.css';

/** `/p/$key/triage` */
export const TriageScreen = ofProject(Triage);

const shownStates = ['waiting', 'snoozed'] as const;
const bothPanes = '(min-width: 901px)';

/** Tickets from outside on the left, the chosen one (`?open=ID`) on the right, and the four decisions about it. */
function Triage({ project }: { project: BootProject }) {
  const [shown, setShown] = useState<(typeof shownStates)[number]>('waiting');
  const view = useView({ project: project.id, triage: shown, sort: 'createdAt', order: 'asc' });
  const { ids, state, total } = view;
  const openId = useSearchText('open');
  const index = openId === undefined ? -1 : ids.indexOf(openId);
  const opened = index < 0 ? undefined : openId;
  useNextOpens(ids, openId, state === 'ready');
  useVerbKeys(() => (opened ? { ids: [opened], at: findAnchor(opened) } : undefined), 'lists');

  function move(step: number): void {
    const next = ids[Math.min(Math.max(index + step, 0), ids.length - 1)];
    if (next) open(next);
  }
  function close(): void {
    const left = openId;
    show(undefined);
    if (left) requestAnimationFrame(() => focusRow(left));
  }
  const group = 'lists' as const;
  useKeys([
    { keys: 'j', name: m.triage.next, group, run: () => move(1) },
    { keys: 'k', name: m.triage.previous, group, run: () => move(-1) },
    { keys: 'ArrowDown', run: () => move(1) },
    { keys: 'ArrowUp', run: () => move(-1) },
    { keys: 'Escape', name: m.triage.back, group, run: () => openId !== undefined && close() },
  ]);

  return (
    <Screen
      title={m.shell.triage}
      before={<ProjectCrumb project={project} />}
      tabs={<ProjectTabs projectKey={project.key} />}
    >
      <div className={classes('triage', opened !== undefined && 'triage-open')}>
        <div className="triage-side">
          {/* Not in the bar: beside all tabs of a project it has no room. */}
          <Segmented
            label={m.triage.filter}
            value={shown}
            onChange={setShown}
            options={shownStates.map((value) => ({
              value,
              label: value === 'waiting' ? m.triage.waiting : m.triage.snoozedTab,
            }))}
          />
          {state === 'loading' && <Skeleton rows={8} />}
          {state === 'failed' && <ListFailure retry={view.loadMore} />}
          {state === 'ready' && ids.length === 0 && <Empty project={project} shown={shown} />}
          {ids.length > 0 && (
            <ul aria-label={m.triage.list}>
              {ids.map((id) => (
                <TriageItem key={id} id={id} isOpen={id === opened} />
              ))}
            </ul>
          )}
          {total > ids.length && state === 'ready' && (
            <Button look="quiet" onClick={view.loadMore}>
              {m.words.showMore}
            </Button>
          )}
        </div>
        <Pane
          id={opened}
          mayDecide={project.may.createTicket}
          onClose={close}
          onPrevious={index > 0 ? () => move(-1) : undefined}
          onNext={index >= 0 && index < ids.length - 1 ? () => move(1) : undefined}
        />
      </div>
    </Screen>
  );
}

/** When the open ticket leaves the list, its neighbour takes its place; with room for both panes the first one opens. */
function useNextOpens(ids: readonly string[], openId: string | undefined, isReady: boolean): void {
  const before = useRef<{ ids: readonly string[]; at: number }>({ ids: [], at: -1 });
  useEffect(() => {
    if (!isReady) return;
    const { at } = before.current;
    const index = openId === undefined ? -1 : ids.indexOf(openId);
    before.current = { ids, at: index };
    if (index >= 0) return;
    const next = openId !== undefined && at >= 0 ? (ids[at] ?? ids.at(-1)) : undefined;
    const first = matchMedia(bothPanes).matches ? ids[0] : undefined;
    const chosen = next ?? (openId === undefined ? first : undefined);
    if (chosen) open(chosen, true);
    else if (openId !== undefined) show(first, true);
  }, [ids, openId, isReady]);
}

function TriageItem({ id, isOpen }: { id: string; isOpen: boolean }) {
  const row = useRow(id);
  return <li>{row && <ItemOf row={row} isOpen={isOpen} />}</li>;
}

function ItemOf({ row, isOpen }: { row: TicketRow; isOpen: boolean }) {
  const { id, key, title, createdAt, snoozedUntil, reporterId } = row;
  const reporter = usePerson(reporterId);
  return (
    <a
      id={`triage-${id}`}
      className="triage-item"
      href={`/t/${key ?? id}`}
      data-ticket={id}
      aria-current={isOpen || undefined}
      onClick={(event) => {
        // Lets the browser open the link in another tab or window.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        open(id);
      }}
    >
      <Icon name={reporter?.isAgent ? 'robot' : 'inbox'} />
      <span className="clipped">{title}</span>
      <span className="triage-item-meta figures">{key}</span>
      <span className="triage-item-meta">
        {snoozedUntil === null ? (
          <RelativeTime at={createdAt} />
        ) : (
          m.triage.until(formatDateTime(snoozedUntil))
        )}
      </span>
    </a>
  );
}

interface PaneProps {
  id: string | undefined;
  mayDecide: boolean;
  onClose(): void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

function Pane({ id, mayDecide, onClose, onPrevious, onNext }: PaneProps) {
  const pane = useRef<HTMLElement>(null);
  const late = useLateTicket(true);
  useEffect(() => {
    // The focus was on what is gone: the list on a phone, or the decided ticket.
    if (id !== undefined && document.activeElement === document.body)
      pane.current?.focus({ preventScroll: true });
  }, [id]);
  const row = useRow(id);
  return (
    <section ref={pane} className="triage-pane" aria-label={m.triage.pane} tabIndex={-1}>
      {row && late ? (
        <late.TicketPane
          key={row.id}
          ticketKey={row.key ?? row.id}
          before={
            <IconButton icon="arrow-left" label={m.triage.back} className="triage-back" onClick={onClose} />
          }
          actions={
            <span className="triage-actions">
              <IconButton
                icon="chevron-up"
                label={m.triage.previous}
                keys="k"
                disabled={!onPrevious}
                onClick={onPrevious}
              />
              <IconButton
                icon="chevron-down"
                label={m.triage.next}
                keys="j"
                disabled={!onNext}
                onClick={onNext}
              />
              {mayDecide && <Decisions row={row} />}
            </span>
          }
        />
      ) : (
        <EmptyState icon="inbox" title={m.triage.choose} text={m.triage.chooseText} />
      )}
    </section>
  );
}

const decisions = [
  { verb: 'accept', icon: 'check', keys: '1', name: () => m.triage.accept },
  { verb: 'decline', icon: 'close', keys: '2', name: () => m.triage.decline },
  { verb: 'duplicateOf', icon: 'copy', keys: '3', name: () => m.triage.duplicate },
  { verb: 'snooze', icon: 'clock', keys: '4', name: () => m.triage.snooze },
] as const;

function Decisions({ row }: { row: TicketRow }) {
  const late = useLateTicket(true);
  return decisions.map(({ verb, icon, keys, name }) => (
    <IconButton
      key={verb}
      icon={icon}
      label={name()}
      keys={keys}
      onClick={({ currentTarget }) => late?.runVerb(verb, { ids: [row.id], at: currentTarget })}
    />
  ));
}

function Empty({ project, shown }: { project: BootProject; shown: (typeof shownStates)[number] }) {
  const setUp = project.may.edit && (
    <Link className="button button-plain" to="/p/$key/settings/triage" params={{ key: project.key }}>
      {m.triage.setUp}
    </Link>
  );
  if (!project.triage)
    return <EmptyState icon="inbox" title={m.triage.off} text={m.triage.offText} action={setUp} />;
  if (shown === 'snoozed')
    return <EmptyState icon="clock" title={m.triage.noneSnoozed} text={m.triage.noneSnoozedText} />;
  return <EmptyState icon="inbox" title={m.triage.empty} text={m.triage.emptyText} action={setUp} />;
}

const rowElement = (id: string) => document.getElementById(`triage-${id}`);
const focusRow = (id: string) => rowElement(id)?.focus();
const findAnchor = (id: string) => rowElement(id) ?? document.body;

function open(id: string, replace = false): void {
  show(id, replace);
  focusRow(id);
}

const show = (id: string | undefined, replace = false) =>
  void navigate({
    to: '.',
    search: (before: object) => ({ ...before, open: id, ticket: undefined }),
    replace,
  });
