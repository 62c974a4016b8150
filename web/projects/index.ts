export { PersonPicker } from './person-picker.tsx';
export { ProjectCrumb } from './project-crumb.tsx';
export { projectsKey, projectTicketsKey } from './project-queries.ts';
export { ProjectTabs } from './project-tabs.tsx';
export { useAssignable } from './use-assignable.ts';
