const fields =
  'input:not([type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled), [contenteditable=true]';
const reachable = `${fields}, button:not(:disabled), a[href], summary, [tabindex]`;

/** Focuses the marked element, otherwise the first of `wanted`, otherwise the popup itself. */
export function focusInside(popup: HTMLElement, wanted: 'field' | 'anything'): void {
  const active = document.activeElement;
  if (active !== popup && popup.contains(active)) return;
  const target =
    popup.querySelector<HTMLElement>('[data-autofocus]') ??
    popup.querySelector<HTMLElement>(fields) ??
    (wanted === 'anything' ? listReachable(popup)[0] : undefined);
  (target ?? popup).focus({ preventScroll: true });
}

/** The elements that Tab reaches, in order. */
const listReachable = (popup: HTMLElement): HTMLElement[] =>
  [...popup.querySelectorAll<HTMLElement>(reachable)].filter(
    (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }),
  );

/** The element to focus when Tab would leave the popup; undefined while it stays inside. */
export function findBeyond(popup: HTMLElement, backwards: boolean): HTMLElement | undefined {
  const inside = listReachable(popup);
  const [edge, other] = backwards ? [inside[0], inside.at(-1)] : [inside.at(-1), inside[0]];
  const active = document.activeElement;
  return active === edge || (backwards && active === popup) || inside.length === 0
    ? (other ?? popup)
    : undefined;
}
