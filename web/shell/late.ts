export { CloseAnyway } from './close-anyway.tsx';
export { CloseUnproven } from './close-unproven.tsx';
export { HelpDialog } from './help/help-dialog.tsx';
export { MoreSheet } from './more-sheet.tsx';
export { Palette } from './palette/palette.tsx';
export { SignInAgain } from './sign-in-again.tsx';
