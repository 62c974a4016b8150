export { ConfirmForm } from './confirm-form.tsx';
export { DatePickerView } from './date-picker-view.tsx';
export { DialogPopup } from './dialog-popup.tsx';
export { DialogStack } from './dialog-stack.tsx';
export {
  MenuCheckItem,
  MenuLink,
  MenuPlainItem,
  MenuPopup,
  MenuSection,
} from './menu-popup.tsx';
export { PickerListView } from './picker-list-view.tsx';
export { PopoverPopup } from './popover-popup.tsx';
