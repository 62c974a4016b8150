import { InstanceInfo } from '../instance/index.ts';
import { choice, id, nullable } from '../platform/field-schemas.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import {
  Person,
  Project,
  presentPerson,
  presentProject,
  projectPermissionFields,
  projectRoles,
} from '../projects/index.ts';
import { Group, Label, parseWorkflow, presentGroup, presentLabel, Workflow } from '../tickets/index.ts';
import { instanceRoles, PersonalSettings, presentPreferences, UserPreferences } from '../users/index.ts';
import { presentWorkspace, Workspace, workspaceRoles } from '../workspaces/index.ts';
import type { Boot as LoadedBoot } from './boot.ts';

const Me = Type.Object(
  {
    id: id(),
    name: Type.String({ examples: ['Ada Lovelace'] }),
    firstName: nullable(Type.String()),
    lastName: nullable(Type.String()),
    email: nullable(Type.String({ examples: ['ada@example.org'] })),
    image: nullable(Type.String()),
    role: choice(instanceRoles),
    isAgent: Type.Boolean({ examples: [false] }),
  },
  { title: 'Me' },
);

const BootWorkspace = Type.Object(
  { ...Workspace.properties, role: choice(workspaceRoles) },
  { title: 'BootWorkspace' },
);

const BootProject = Type.Object(
  {
    ...Project.properties,
    role: nullable(choice(projectRoles)),
    workflow: Type.Optional(Workflow),
    triage: Type.Optional(Type.Boolean({ description: 'True if the project has triage', examples: [true] })),
    ...projectPermissionFields,
  },
  { title: 'BootProject' },
);

export const Boot = Type.Object(
  {
    me: Me,
    preferences: Type.Optional(UserPreferences),
    settings: Type.Optional(PersonalSettings),
    workspaces: Type.Array(BootWorkspace),
    projects: Type.Array(BootProject, { description: 'Those that you may read, your own first' }),
    people: Type.Array(Person, {
      description: 'The members of these projects and workspaces, and disabled people who have tickets there',
    }),
    labels: Type.Array(Label),
    groups: Type.Array(Group),
    unreadNotifications: nullable(Type.Integer({ examples: [3] })),
    unreadRows: nullable(
      Type.Integer({
        examples: [2],
        description:
          'How many rows of the inbox are unread: one for each ticket, without what cannot be opened',
      }),
    ),
    instance: InstanceInfo,
    truncated: Type.Array(Type.String(), {
      description: 'The names of the lists above that have more items',
      examples: [[]],
    }),
  },
  { title: 'Boot' },
);

export const presentBoot = ({ user, email, isAgent, permissions, ...boot }: LoadedBoot) => ({
  me: present(Me, user, { email, isAgent }),
  ...(boot.preferences && { preferences: presentPreferences(boot.preferences) }),
  ...(boot.settings && { settings: boot.settings }),
  workspaces: boot.workspaces.map((workspace) => ({ ...presentWorkspace(workspace), role: workspace.role })),
  projects: boot.projects.map((project, index) => ({
    ...presentProject(project),
    role: project.role,
    ...(project.hasTriage === 1 && { triage: true }),
    ...(project.workflow !== null && { workflow: parseWorkflow(project.workflow) }),
    ...permissions[index],
  })),
  people: boot.people.map(presentPerson),
  labels: boot.labels.map(presentLabel),
  groups: boot.groups.map(presentGroup),
  unreadNotifications: boot.unread,
  unreadRows: boot.unreadRows,
  instance: boot.instance,
  truncated: boot.truncated,
});
