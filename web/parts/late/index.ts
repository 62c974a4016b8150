export { DialogPopup } from './dialog-popup.tsx';
export {
  MenuCheckItem,
  MenuLink,
  MenuPlainItem,
  MenuPopup,
  MenuSection,
  MenuSubmenu,
} from './menu-popup.tsx';
export { PopoverPopup } from './popover-popup.tsx';
