import type { OwnField, Review } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import type { IconName } from '../../parts/icons/icon-shapes.ts';
import { holdKeys } from '../../parts/keys/keys.ts';
import { type Boot, deleteTickets, readBoot, readRow, type TicketRow } from '../../replica/index.ts';
import { navigate } from '../../router/index.ts';
import { whatOf } from '../fields/change-field.ts';
import { refOf } from '../fields/copy-text.ts';
import { type CopyForm, copyForms, copyTickets } from '../fields/copy-tickets.ts';
import { duplicateTicket } from '../fields/duplicate-ticket.ts';
import { fieldIcon, fieldLabel } from '../fields/field-names.ts';
import { type FieldName, panelFields } from '../fields/field-values.ts';
import { mayNotChange } from '../fields/may-change.ts';
import { type OpenField, openField, openTicketMenu } from '../fields/open-field.ts';
import { loadedOwnFieldsOf } from '../list/own-columns.ts';
import { openReview, reviewVerdict } from '../ticket/panel/open-review.tsx';
import { acceptTickets, returnTickets } from '../triage/decide.ts';
import { assignMe } from './assign-me.ts';
import { mayNotDelete } from './may-delete.ts';
import { keysOf } from './verb-keys.ts';
import type { VerbTarget } from './verb-target.ts';
import { changeWatching, isWatching } from './watch-tickets.ts';

/** In the order of the menu. The verbs of `copy` share a sub-menu. */
export const verbGroups = ['triage', 'open', 'fields', 'more', 'copy', 'end'] as const;

/**
 * Something that can be done with tickets. Keys, the palette, the menus and the bar of a selection offer the verbs of this
 * one list. The key of a verb is in `verb-keys.ts`.
 */
export interface Verb {
  id: string;
  group: (typeof verbGroups)[number];
  icon: IconName;
  /** Its name among others of its group, in a menu. */
  name: () => string;
  /** Its name alone, in the palette and the keyboard map. */
  title: () => string;
  /** Further words that find it in the palette. */
  words?: () => string;
  needs: 'read' | 'change' | 'delete';
  /** Opens a picker: in a menu, it is a sub-menu. */
  opens?: Exclude<OpenField['what'], 'menu'>;
  /** One of several tickets at once makes no sense. */
  isForOne?: true;
  /** Only while the ticket is open. */
  isOnOpen?: true;
  /** It has a button in the bar of a selection. */
  isInBar?: true;
  isOffered?: (rows: readonly TicketRow[], boot: Boot) => boolean;
  /** A link, for verbs that only lead elsewhere. */
  href?: (row: TicketRow) => string;
  run?: (target: Running) => void;
}

interface Running {
  ids: readonly string[];
  rows: readonly TicketRow[];
  view: Element | undefined;
}

const barFields: readonly FieldName[] = panelFields.slice(0, panelFields.indexOf('milestone'));

const fieldVerb = (field: FieldName): Verb => ({
  id: field,
  group: 'fields',
  icon: fieldIcon(field),
  name: () => fieldLabel(field),
  title: () =>
    (m.verbs.fields as Partial<Record<string, string>>)[field] ?? m.fields.change(fieldLabel(field)),
  words: () => fieldLabel(field),
  needs: 'change',
  opens: field,
  ...(barFields.includes(field) && { isInBar: true }),
  ...(field === 'milestone' && {
    isOffered: (rows, { groups }) =>
      groups.some(
        ({ kind, projectId }) => kind === 'milestone' && rows.some((row) => row.projectId === projectId),
      ),
  }),
});

const ownFieldIcons: Record<OwnField['type'], IconName> = {
  text: 'edit',
  number: 'chart',
  date: 'calendar',
  select: 'bullets',
  multi_select: 'bullets',
  person: 'person',
  url: 'link',
  checkbox: 'check',
};

const ownFieldVerb = ({ id, name, type }: OwnField): Verb => ({
  id: `field:${id}`,
  group: 'fields',
  icon: ownFieldIcons[type],
  name: () => name,
  title: () => m.fields.change(name),
  words: () => name,
  needs: 'change',
  opens: `field:${id}`,
});

const copyVerb = (form: CopyForm): Verb => ({
  id: `copy${form[0]?.toUpperCase()}${form.slice(1)}`,
  group: 'copy',
  icon: 'copy',
  name: () => m.verbs.copyForms[form],
  title: () => m.verbs.copy(m.verbs.copyForms[form]),
  needs: 'read',
  run: ({ ids }) => void copyTickets(ids, form),
});

/** A verb that changes one ticket and is called the same everywhere. */
const verbForOne = (
  id: string,
  group: Verb['group'],
  icon: IconName,
  name: () => string,
  does: Partial<Verb>,
): Verb => ({ id, group, icon, name, title: name, needs: 'change', isForOne: true, ...does });

const openTicketVerb = (id: 'editTitle' | 'editDescription' | 'comment', icon: IconName): Verb =>
  verbForOne(id, 'open', icon, () => m.ticket.keys[id], {
    ...(id === 'comment' && { needs: 'read' }),
    isOnOpen: true,
    run: ({ view }) => onOpenTicket[id](view),
  });

const find = (view: Element | undefined, selector: string) => view?.querySelector<HTMLElement>(selector);

/** Runs when the texts of the open ticket are there, which follow its head. The next keys wait for it. */
function whenLoaded(view: Element | undefined, run: () => void): void {
  if (view?.ariaBusy !== 'true') {
    run();
    return;
  }
  const endHold = holdKeys();
  const observer = new MutationObserver(() => {
    if (view.ariaBusy === 'true') return;
    observer.disconnect();
    run();
    endHold('give');
  });
  observer.observe(view, { attributeFilter: ['aria-busy'] });
}

const onOpenTicket = {
  editTitle: (view: Element | undefined) => {
    const title = find(view, 'textarea[data-ticket-title]');
    title?.focus();
    if (title instanceof HTMLTextAreaElement) title.select();
  },
  editDescription: (view: Element | undefined) =>
    whenLoaded(view, () => {
      const button = find(view, '[data-ticket-description]');
      if (button) button.click();
      // It is being edited already.
      else find(view, '.ticket-description-edit .markdown-editor-area')?.focus();
    }),
  comment: (view: Element | undefined) =>
    whenLoaded(view, () => find(view, '.comment-box .markdown-editor-area')?.focus()),
};

const isInTriage = (rows: readonly TicketRow[]) => rows.every(({ triage }) => triage !== null);

const triageVerb = (
  id: string,
  icon: IconName,
  name: () => string,
  does: Pick<Verb, 'run' | 'opens'>,
): Verb =>
  verbForOne(id, 'triage', icon, name, { words: () => m.triage.words, isOffered: isInTriage, ...does });

const reviewVerb = (id: string, icon: IconName, verdict: Review['verdict']): Verb =>
  verbForOne(id, 'more', icon, () => reviewVerdict(verdict), {
    isOffered: ([only]) => only?.status === 'in_review',
    run: ({ rows }) => rows[0] && openReview(rows[0].id, verdict, whatOf(rows)),
  });

const isStored = ([only]: readonly TicketRow[]) => only !== undefined && only.version > 0;

export const verbs: readonly Verb[] = [
  triageVerb('accept', 'check', () => m.triage.accept, { run: ({ ids }) => acceptTickets(ids) }),
  triageVerb('decline', 'close', () => m.triage.decline, {
    run: ({ ids }) => openField('decline', ids, document.body),
  }),
  triageVerb('duplicateOf', 'copy', () => m.triage.duplicate, { opens: 'duplicateOf' }),
  triageVerb('snooze', 'clock', () => m.triage.snooze, { opens: 'snooze' }),
  {
    id: 'returnToTriage',
    group: 'more',
    icon: 'inbox',
    name: () => m.triage.return,
    title: () => m.triage.return,
    words: () => m.triage.words,
    needs: 'change',
    isOffered: (rows, { projects }) =>
      rows.every(
        ({ projectId, triage, status }) =>
          triage === null &&
          status === 'backlog' &&
          projects.some((one) => one.id === projectId && one.triage),
      ),
    run: ({ ids }) => returnTickets(ids),
  },
  {
    id: 'openPage',
    group: 'open',
    icon: 'expand',
    name: () => m.verbs.openPage,
    title: () => m.verbs.openPage,
    needs: 'read',
    isForOne: true,
    isOffered: ([only]) => only !== undefined && location.pathname !== `/t/${refOf(only)}`,
    href: (row) => `/t/${refOf(row)}`,
  },
  openTicketVerb('editTitle', 'edit'),
  openTicketVerb('editDescription', 'document'),
  openTicketVerb('comment', 'comment'),
  {
    id: 'assignMe',
    group: 'fields',
    icon: 'person',
    name: () => m.verbs.assignMe,
    title: () => m.verbs.assignMe,
    needs: 'change',
    isOffered: (rows, { me }) => rows.some(({ assigneeId }) => assigneeId !== me.id),
    run: ({ ids }) => assignMe(ids),
  },
  ...panelFields.map(fieldVerb),
  {
    id: 'estimate',
    group: 'fields',
    icon: 'chart',
    name: () => m.verbs.estimate,
    title: () => m.fields.change(m.verbs.estimate),
    needs: 'change',
    opens: 'estimate',
    isOffered: (rows, { projects }) =>
      rows.every(
        ({ projectId }) => (projects.find(({ id }) => id === projectId)?.estimateUnit ?? 'none') !== 'none',
      ),
  },
  verbForOne('relation', 'more', 'relation', () => m.ticket.relations.add, { opens: 'relation' }),
  verbForOne('reviewers', 'more', 'people', () => m.ticket.reviews.ask, {
    words: () => m.ticket.reviews.name,
    isOffered: isStored,
    opens: 'reviewers',
  }),
  reviewVerb('approve', 'check', 'approve'),
  reviewVerb('requestChanges', 'edit', 'changes'),
  verbForOne('giveToAgent', 'more', 'agent', () => m.ticket.giveToAgent, {
    isOffered: isStored,
    run: ({ ids }) => openField('giveToAgent', ids, document.body),
  }),
  {
    id: 'remind',
    group: 'more',
    icon: 'bell',
    name: () => m.notifications.remind.name,
    title: () => m.notifications.remind.title,
    needs: 'read',
    isForOne: true,
    isOffered: isStored,
    opens: 'remind',
  },
  {
    id: 'subscribe',
    group: 'more',
    icon: 'eye',
    name: () => m.verbs.subscribe,
    title: () => m.verbs.subscribe,
    words: () => m.ticket.watchers.watch,
    needs: 'read',
    isOffered: (rows) => rows.some(({ id }) => isWatching(id) !== true),
    run: ({ rows }) => void changeWatching(rows, true),
  },
  {
    id: 'unsubscribe',
    group: 'more',
    icon: 'eye-off',
    name: () => m.verbs.unsubscribe,
    title: () => m.verbs.unsubscribe,
    words: () => m.ticket.watchers.unwatch,
    needs: 'read',
    isOffered: (rows) => rows.some(({ id }) => isWatching(id) !== false),
    run: ({ rows }) => void changeWatching(rows, false),
  },
  verbForOne('duplicate', 'more', 'copy', () => m.ticket.duplicate, {
    run: ({ rows: [only] }) => only && void duplicateTicket(only),
  }),
  ...copyForms.map(copyVerb),
  {
    id: 'copyAs',
    group: 'copy',
    icon: 'copy',
    name: () => m.verbs.copyMenu,
    title: () => m.verbs.copyAs,
    needs: 'read',
    opens: 'copy',
  },
  {
    id: 'delete',
    group: 'end',
    icon: 'trash',
    name: () => m.verbs.delete,
    title: () => m.verbs.delete,
    needs: 'delete',
    isInBar: true,
    run: ({ ids, rows }) => deleteTickets(ids, m.fields.done.deleted(whatOf(rows))),
  },
];

export interface OfferedVerb extends Verb {
  keys?: string | undefined;
  /** Why it cannot be done now, for a verb that is shown all the same. */
  mayNot?: string | undefined;
}

/** The verbs that make sense for these tickets, own fields as far as they are loaded, each with the reason why this person may not do it. */
export function listVerbs(rows: readonly TicketRow[], boot: Boot, view?: Element): OfferedVerb[] {
  if (rows.length === 0) return [];
  const mayNot = { read: undefined, change: mayNotChange(rows, boot), delete: mayNotDelete(rows, boot) };
  return [...verbs, ...loadedOwnFieldsOf(rows).map(ownFieldVerb)]
    .filter(
      (verb) =>
        (rows.length === 1 || !verb.isForOne) &&
        (view !== undefined || !verb.isOnOpen) &&
        (verb.isOffered?.(rows, boot) ?? true),
    )
    .map((verb) => ({ ...verb, keys: keysOf(verb.id), mayNot: mayNot[verb.needs] }));
}

/** The verbs that make sense for these tickets, and that this person may do. */
export function offerVerbs(rows: readonly TicketRow[], boot: Boot, view?: Element): OfferedVerb[] {
  const mayChange = mayNotChange(rows, boot) === undefined;
  return listVerbs(rows, boot, view).filter(({ needs }) => needs === 'read' || mayChange);
}

/** Runs a verb by its id, if it makes sense for these tickets and the person may do it. `menu` opens the menu of all. */
export function runVerb(id: string, target: VerbTarget): void {
  const rows = target.ids.flatMap((one) => readRow(one) ?? []);
  const { at } = target;
  const anchor = (what: string) => (at instanceof Element ? at : at(what));
  if (id === 'menu') openTicketMenu(target.ids, anchor('menu'), target.more, target.view);
  const verb = offerVerbs(rows, readBoot(), target.view).find((one) => one.id === id);
  if (verb && verb.mayNot === undefined) start(verb, rows, anchor, target.view);
}

/** Runs an offered verb. `anchor` finds the place for what it opens. */
export function start(
  { opens, href, run }: Verb,
  rows: readonly TicketRow[],
  anchor: (what: string) => Element,
  view?: Element,
): void {
  const ids = rows.map(({ id }) => id);
  const [only] = rows;
  if (opens) openField(opens, ids, anchor(opens === 'copy' ? 'menu' : opens));
  else if (href && only) void navigate({ to: href(only) });
  else run?.({ ids, rows, view });
}

/** What the keyboard map shows for a verb; empty if it does nothing there. */
export function titleOf(id: string, group: 'lists' | 'ticket'): string {
  if (id === 'menu') return m.verbs.more;
  const verb = verbs.find((one) => one.id === id);
  return verb && (group === 'ticket' || !verb.isOnOpen) ? verb.title() : '';
}
