import type { ProjectPermissions } from '../../../sdk/index.ts';
import type { IconName } from '../../parts/icons/icon-shapes.ts';

export type SettingsPage =
  | 'general'
  | 'members'
  | 'labels'
  | 'groups'
  | 'fields'
  | 'workflow'
  | 'templates'
  | 'triage'
  | 'import'
  | 'agents'
  | 'repositories'
  | 'triggers'
  | 'tokens'
  | 'inbound'
  | 'webhooks'
  | 'danger';

export interface SettingsSection {
  name: 'project' | 'code' | 'events';
  pages: { page: SettingsPage; icon: IconName }[];
}

/**
 * The pages that a person sees. Those that only admins may read are left out for everybody else; the others show what is
 * set and offer no control that the server would refuse.
 */
export function settingsSections(
  may: Pick<
    ProjectPermissions,
    'manageTriggers' | 'manageAccessTokens' | 'createWebhook' | 'edit' | 'delete'
  >,
  isMember: boolean,
): SettingsSection[] {
  const sections: (Omit<SettingsSection, 'pages'> & {
    pages: (SettingsSection['pages'][number] & { when?: boolean })[];
  })[] = [
    {
      name: 'project',
      pages: [
        { page: 'general', icon: 'settings' },
        { page: 'members', icon: 'people' },
        { page: 'labels', icon: 'label' },
        { page: 'groups', icon: 'group' },
        { page: 'fields', icon: 'list' },
        { page: 'workflow', icon: 'board' },
        { page: 'templates', icon: 'document' },
        { page: 'triage', icon: 'inbox', when: may.edit },
        { page: 'import', icon: 'download', when: may.manageAccessTokens },
        { page: 'danger', icon: 'warning', when: may.delete || isMember },
      ],
    },
    {
      name: 'code',
      pages: [
        { page: 'agents', icon: 'robot', when: isMember },
        { page: 'repositories', icon: 'branch' },
        { page: 'triggers', icon: 'bolt', when: may.manageTriggers },
        { page: 'tokens', icon: 'key', when: may.manageAccessTokens },
      ],
    },
    {
      name: 'events',
      pages: [
        { page: 'inbound', icon: 'download', when: may.edit },
        { page: 'webhooks', icon: 'webhook', when: may.createWebhook },
      ],
    },
  ];
  return sections
    .map(({ name, pages }) => ({
      name,
      pages: pages.filter(({ when = true }) => when).map(({ page, icon }) => ({ page, icon })),
    }))
    .filter(({ pages }) => pages.length > 0);
}
