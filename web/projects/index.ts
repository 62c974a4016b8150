export { PersonPicker } from './person-picker.tsx';
export { ProjectCrumb } from './project-crumb.tsx';
export { ProjectTabs } from './project-tabs.tsx';
