export function MenuSeparator() {
  return <hr className="menu-separator" />;
}
