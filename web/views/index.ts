export { useSaveViewDialog } from './late-view-dialogs.ts';
export { StarButton } from './star-button.tsx';
export { StarredViews } from './starred-views.tsx';
export { SubscribeButton } from './subscribe-button.tsx';
export { ViewMenu } from './view-menu.tsx';
export { changeView, staleViews, viewQuery } from './views-queries.ts';
