import {
  calendarDate,
  choice,
  choices,
  id,
  nullable,
  timestamp,
  trimmed,
} from '../platform/field-schemas.ts';
import { pageQuery } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import { PublicUser } from '../users/index.ts';
import { personRefDescription } from '../workspaces/index.ts';
import { ruleStatuses } from './automation.ts';
import {
  estimateUnits,
  projectKeyPattern,
  projectRoles,
  projectStatuses,
  projectVisibilities,
  repositoryPattern,
} from './project.ts';
import { projectSorts } from './project-list-store.ts';
import { projectPermissionFields } from './project-permissions.ts';
import { projectHealths } from './updates/project-update.ts';

const description = () =>
  Type.String({ maxLength: 100_000, examples: ['Takes the money, keeps the books.'] });
const key = () => Type.String({ pattern: projectKeyPattern, examples: ['PAY'] });

const repositories = () =>
  Type.Array(Type.String({ minLength: 3, maxLength: 200, pattern: repositoryPattern }), {
    maxItems: 100,
    description: 'Repositories on code hosts, as owner/name; case is ignored',
    examples: [['acme/payments']],
  });

const unitOptions = {
  description: 'In what estimates of tickets are; with `none` the web app shows no estimates',
};

const automation = {
  moveTickets: Type.Boolean({
    description:
      'A pull request that says `fixes ABC-12` moves the ticket: to in_review when it opens, to done when it is merged',
    default: true,
    examples: [true],
  }),
  openTickets: Type.Boolean({
    description: 'An issue that is opened on a linked repository creates a ticket',
    default: false,
    examples: [false],
  }),
  moveWithTasks: Type.Boolean({
    description:
      'An agent’s task moves its ticket: to in_progress when it is claimed, to in_review when it is completed, back when it fails for good',
    default: true,
    examples: [true],
  }),
  mentionsStartTasks: Type.Boolean({
    description: 'A comment or description that mentions an agent of the project gives it a task',
    default: true,
    examples: [true],
  }),
  recheck: Type.Boolean({
    description:
      'A push to the default branch that touches the files of a done ticket queues a task that runs the commands of its criteria again',
    default: true,
    examples: [true],
  }),
  publishDocs: Type.Boolean({
    description:
      'Pull requests of linked repositories get a status and one comment with the verdict, tags get release notes, and the drafts of the default branch a pull request',
    default: false,
    examples: [false],
  }),
  statusRules: Type.Array(
    Type.Object(
      {
        status: choice(ruleStatuses),
        labels: Type.Optional(
          Type.Array(trimmed(1, 100, { examples: ['agent'] }), {
            maxItems: 20,
            description: 'Names or ids; the ticket needs one of them. Absent or empty: every ticket',
          }),
        ),
        agentId: id({ description: 'An agent that is a member of the project and more than a viewer' }),
        instructions: Type.Optional(trimmed(0, 10_000, { examples: ['Fix it and open a pull request.'] })),
      },
      { title: 'StatusRule' },
    ),
    {
      maxItems: 20,
      description: 'A ticket that enters the status gets a task for the agent',
      examples: [[]],
    },
  ),
};

const projectFields = {
  id: id(),
  name: Type.String({ examples: ['Payments'] }),
  description: Type.Optional(description()),
  key: Type.String({ examples: ['PAY'] }),
  status: choice(projectStatuses),
  visibility: choice(projectVisibilities),
  estimateUnit: choice(estimateUnits),
  workspaceId: id(),
  ownerId: id(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
};

export const Project = Type.Object(projectFields, { title: 'Project' });

export const ProjectMember = Type.Object(
  {
    id: id({ description: 'The user’s id' }),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    email: Type.String({ examples: ['ada@example.org'] }),
    image: Type.Optional(Type.String()),
    role: choice(projectRoles),
    joinedAt: timestamp(),
  },
  { title: 'ProjectMember' },
);

const MemberOfProject = Type.Object(
  { ...ProjectMember.properties, image: nullable(Type.String()) },
  { title: 'MemberOfProject' },
);

const lead = { description: 'Who leads the project: a member of it' };
const target = { description: 'The day by which it should be done', examples: ['2026-12-24'] };

const triage = {
  description: 'Tickets from outside wait in triage until somebody decides about them; absent if off',
};

export const ProjectWithDetails = Type.Object(
  {
    ...projectFields,
    owner: PublicUser,
    members: Type.Optional(
      Type.Array(MemberOfProject, {
        description: 'The first 100; only on a single project. The members route lists all',
      }),
    ),
    repositories: Type.Optional(
      Type.Array(Type.String({ examples: ['acme/payments'] }), {
        description: 'The linked repositories; only on a single project',
      }),
    ),
    automation: Type.Optional(
      Type.Object(automation, {
        title: 'ProjectAutomation',
        description:
          'What Docket does by itself because of linked repositories and for agents; only on a single project',
      }),
    ),
    leadId: Type.Optional(id(lead)),
    targetDate: Type.Optional(calendarDate(target)),
    triage: Type.Optional(Type.Boolean({ ...triage, examples: [true] })),
    health: Type.Optional(choice(projectHealths, { description: 'As the newest update reports it' })),
    healthAt: Type.Optional(timestamp({ description: 'When that was reported' })),
    _count: Type.Object({
      tickets: Type.Number({ examples: [42] }),
      members: Type.Number({ examples: [3] }),
    }),
  },
  { title: 'ProjectWithDetails' },
);

export const ProjectWithPermissions = Type.Object(
  { ...ProjectWithDetails.properties, ...projectPermissionFields },
  { title: 'ProjectWithPermissions' },
);

export const ProjectInput = Type.Object({
  name: trimmed(1, 200, { examples: ['Payments'] }),
  description: Type.Optional(nullable(description())),
  key: Type.Optional(nullable(key())),
  workspaceId: Type.Optional(nullable(id())),
  visibility: Type.Optional(nullable(choice(projectVisibilities))),
  estimateUnit: Type.Optional(nullable(choice(estimateUnits, unitOptions))),
  repositories: Type.Optional(nullable(repositories())),
});

export const ProjectPatch = Type.Object({
  name: Type.Optional(trimmed(1, 200, { examples: ['Payments'] })),
  description: Type.Optional(nullable(description())),
  key: Type.Optional(key()),
  visibility: Type.Optional(choice(projectVisibilities)),
  estimateUnit: Type.Optional(choice(estimateUnits, unitOptions)),
  status: Type.Optional(choice(projectStatuses)),
  workspaceId: Type.Optional(id()),
  repositories: Type.Optional(nullable(repositories())),
  leadId: Type.Optional(nullable(id(lead))),
  targetDate: Type.Optional(nullable(calendarDate(target))),
  triage: Type.Optional(Type.Boolean({ ...triage, examples: [false] })),
  automation: Type.Optional(Type.Partial(Type.Object(automation), { title: 'ProjectAutomationInput' })),
});

export const MemberInput = Type.Object({
  userId: id({ description: personRefDescription }),
  role: Type.Optional(choice(projectRoles, { default: 'member' })),
});

export const projectRef = id({ description: 'The project’s id or key' });

export const ProjectQuery = Type.Object({
  ...pageQuery,
  sort: Type.Optional(choice(projectSorts, { default: 'updatedAt' })),
  order: Type.Optional(choice(['asc', 'desc'], { default: 'desc' })),
  search: Type.Optional(
    Type.String({ maxLength: 500, description: 'Words in the name, key or description' }),
  ),
  workspace: Type.Optional(Type.String({ description: 'Workspace ids, separated by commas' })),
  status: Type.Optional(
    choices(projectStatuses, {
      description: 'One or more of active, archived, deleted, separated by commas; default: active, archived',
    }),
  ),
});
