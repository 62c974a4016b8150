import { choice, choices, id, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { pageQuery } from '../platform/paging.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import { SavedQuery } from '../tickets/index.ts';
import type { Actor } from '../users/index.ts';
import { type ViewForActor, viewScopes, viewTicketsUrl } from './view.ts';
import { canChangeView, canDeleteView } from './view-access.ts';

const layouts = ['list', 'board', 'calendar', 'timeline', 'table'] as const;
const word = (description?: string) =>
  Type.String({ minLength: 1, maxLength: 100, ...(description && { description }) });
const words = (description: string) => Type.Array(word(), { maxItems: 50, uniqueItems: true, description });

const display = () =>
  Type.Object(
    {
      layout: Type.Optional(choice(layouts)),
      groupBy: Type.Optional(nullable(word('What a list groups by; on a board, its lanes'))),
      subGroupBy: Type.Optional(nullable(word('What each group of a list is divided by'))),
      columns: Type.Optional(words('The columns of a list, in order')),
      boardBy: Type.Optional(
        nullable(word('The field whose values are the columns of a board; `field:` and an id: an own field')),
      ),
      cards: Type.Optional(words('What the cards of a board show')),
      showEmptyGroups: Type.Optional(
        Type.Boolean({ description: 'Whether groups without tickets are shown' }),
      ),
    },
    {
      title: 'ViewDisplay',
      description:
        'How clients show the tickets; order is in `query`. Other fields are kept as they are, up to 10,000 characters in all',
      additionalProperties: true,
      examples: [{ layout: 'board', groupBy: 'status' }],
    },
  );
const name = () => trimmed(1, 200, { examples: ['My open bugs'] });

export const NewView = Type.Object({
  name: name(),
  scope: Type.Optional(choice(viewScopes, { default: 'personal' })),
  projectId: Type.Optional(
    nullable(id({ description: 'The id or key of a project, for the scope `project`' })),
  ),
  workspaceId: Type.Optional(nullable(id({ description: 'A workspace’s id, for the scope `workspace`' }))),
  query: Type.Optional(SavedQuery),
  display: Type.Optional(display()),
});

export const ViewChanges = Type.Object({
  name: Type.Optional(name()),
  query: Type.Optional(SavedQuery),
  display: Type.Optional(display()),
});

export const ViewOrder = Type.Object({
  ids: Type.Array(id(), { maxItems: 500, uniqueItems: true, description: 'The ids of views, first to last' }),
});

const list = (description: string) => Type.Optional(Type.String({ description, maxLength: 5_000 }));
export const ViewListQuery = Type.Object({
  ...pageQuery,
  scope: Type.Optional(choices(viewScopes)),
  project: list('Project ids or keys, separated by commas: only the views of these projects'),
  workspace: list('Workspace ids, separated by commas: only the views of these workspaces'),
  starred: Type.Optional(Type.Boolean({ description: 'Only views with your star' })),
});

export const View = Type.Object(
  {
    id: id(),
    scope: choice(viewScopes),
    ownerId: id({ description: 'Who created the view' }),
    projectId: nullable(id()),
    workspaceId: nullable(id()),
    name: Type.String({ examples: ['My open bugs'] }),
    query: SavedQuery,
    display: display(),
    ticketsUrl: Type.String({
      description: 'The path of the list of its tickets, limited to the project or workspace of the view',
      examples: ['/api/tickets?status=todo%2Cin_progress&assignee=me&sort=priority&order=desc'],
    }),
    isStarred: Type.Boolean({ description: 'Whether you starred it' }),
    isSubscribed: Type.Boolean({ description: 'Whether you are notified of tickets that enter it' }),
    position: nullable(Type.Integer({ description: 'Its place in your order, from 0', examples: [0] })),
    may: Type.Object({ edit: Type.Boolean(), delete: Type.Boolean() }, { description: 'What you may do' }),
    version: Type.Integer({ examples: [1] }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'View' },
);

export const presentViewTo = (actor: Actor) => (view: ViewForActor) =>
  present(View, view, {
    query: JSON.parse(view.query),
    display: JSON.parse(view.display),
    ticketsUrl: viewTicketsUrl(view),
    isStarred: view.starred,
    isSubscribed: view.subscribedAt !== null,
    may: { edit: canChangeView(actor, view), delete: canDeleteView(actor, view) },
  });
