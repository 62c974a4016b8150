export { forecastSentence } from './forecast-sentence.ts';
export { openGroupDialog } from './open-group-dialog.ts';
export { OwnFieldInput, type OwnFieldValue } from './own-field-input.tsx';
export { ownFieldsQuery } from './own-fields-query.ts';
export { PersonOrAgentAvatar } from './person-or-agent-avatar.tsx';
export { PersonPicker } from './person-picker.tsx';
export { ProjectCrumb } from './project-crumb.tsx';
export {
  demoTeamQuery,
  forecastQuery,
  groupCountsQuery,
  projectsKey,
  projectTicketsKey,
  refreshProjects,
} from './project-queries.ts';
export { AllTicketsTabs, ProjectTabs } from './project-tabs.tsx';
export { MemberTable } from './settings/member-table.tsx';
export { useSettingsProject } from './settings/use-settings-project.ts';
export { useAssignable } from './use-assignable.ts';
export { useReviewers } from './use-reviewers.ts';
